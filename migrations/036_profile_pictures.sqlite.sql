-- Pictures that were uploaded, at most one for an account, as base64: small, so that they are copied, backed up and exported like all other rows.
CREATE TABLE profile_pictures (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Random, and another with each picture: whoever knows it can see the picture, at /api/pictures/<name>.
  name TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  image TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A picture that the profile no longer shows is gone, whoever changed the profile.
CREATE TRIGGER users_replace_picture AFTER UPDATE OF profile_image_url ON users
WHEN NEW.profile_image_url IS NOT OLD.profile_image_url
BEGIN
  DELETE FROM profile_pictures WHERE user_id = NEW.id AND '/api/pictures/' || name <> COALESCE(NEW.profile_image_url, '');
END;
