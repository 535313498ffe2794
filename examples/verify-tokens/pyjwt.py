# PyJWT 2.6
import jwt  # pip install "pyjwt[crypto]"

keys = jwt.PyJWKClient("http://localhost:3000/.well-known/jwks.json")

def user_id_of(token: str) -> int:
    claims = jwt.decode(
        token,
        keys.get_signing_key_from_jwt(token).key,
        algorithms=["EdDSA", "ES256", "RS256"],
        issuer="latchkey",
        options={"require": ["exp", "sub", "iss"]},
    )
    if claims.get("purpose") != "auth":
        raise jwt.InvalidTokenError("not an access token")
    return int(claims["sub"])
