// jose4j 0.9.6
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwk.HttpsJwks;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.HttpsJwksVerificationKeyResolver;

class AccessTokens {
    private static final JwtConsumer CONSUMER = new JwtConsumerBuilder()
        .setVerificationKeyResolver(new HttpsJwksVerificationKeyResolver(
            new HttpsJwks("http://localhost:3000/.well-known/jwks.json")))
        .setJwsAlgorithmConstraints(AlgorithmConstraints.ConstraintType.PERMIT, "EdDSA", "ES256", "RS256")
        .setExpectedIssuer("latchkey")
        .setRequireExpirationTime()
        .setRequireSubject()
        .build();

    static long userIdOf(String token) throws Exception {
        JwtClaims claims = CONSUMER.processToClaims(token);
        if (!"auth".equals(claims.getStringClaimValue("purpose"))) throw new SecurityException("not an access token");
        return Long.parseLong(claims.getSubject());
    }
}
