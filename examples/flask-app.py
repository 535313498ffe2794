# Flask with Authlib (Debian's 1.2): the parts of an app that log people in.
latchkey = OAuth(app).register(
    "latchkey",
    server_metadata_url="http://localhost:3000/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)

@app.get("/login")
def login():
    return latchkey.authorize_redirect(url_for("callback", _external=True))

@app.get("/callback")
def callback():
    token = latchkey.authorize_access_token()  # checks state, nonce and the ID token
    session["user"] = latchkey.userinfo(token=token)
    return redirect("/")
