# ruby-jwt 2.5: ES256 and RS256; Ed25519 needs another gem.
require "json"
require "jwt" # gem install jwt
require "net/http"

KEYS = lambda do |options|
  @keys = nil if options[:invalidate] # a token names a key that is not there yet
  @keys ||= JSON.parse(Net::HTTP.get(URI("http://localhost:3000/.well-known/jwks.json")), symbolize_names: true)
end

def user_id_of(token)
  claims, = JWT.decode(token, nil, true, algorithms: %w[ES256 RS256], jwks: KEYS, iss: "latchkey",
                                         verify_iss: true, required_claims: %w[exp sub])
  raise JWT::DecodeError, "not an access token" unless claims["purpose"] == "auth"

  Integer(claims["sub"], 10)
end
