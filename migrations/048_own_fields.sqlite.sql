-- Values of the fields of FIELDS_FILE, by name, as JSON.
ALTER TABLE users ADD COLUMN fields TEXT;
