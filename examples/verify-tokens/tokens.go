// With TOKEN_AUDIENCE, set ClientID to it instead of skipping the check. Run with go-oidc 2.1 under the path of 3.
package tokens

import (
	"context"
	"errors"
	"strconv"

	"github.com/coreos/go-oidc/v3/oidc"
)

var verifier = oidc.NewVerifier("latchkey",
	oidc.NewRemoteKeySet(context.Background(), "http://localhost:3000/.well-known/jwks.json"),
	&oidc.Config{SkipClientIDCheck: true, SupportedSigningAlgs: []string{"EdDSA", "ES256", "RS256"}})

func UserIDOf(ctx context.Context, token string) (int64, error) {
	checked, err := verifier.Verify(ctx, token)
	if err != nil {
		return 0, err
	}
	var claims struct {
		Purpose string `json:"purpose"`
	}
	if err := checked.Claims(&claims); err != nil {
		return 0, err
	}
	if claims.Purpose != "auth" {
		return 0, errors.New("not an access token")
	}
	return strconv.ParseInt(checked.Subject, 10, 64)
}
