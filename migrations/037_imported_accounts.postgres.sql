-- What chooses whose password hash an unknown address is compared with (accounts/stand-ins.ts). Made with the first login, and the same for
-- all instances.
CREATE TABLE stand_in_key (
  id bigint PRIMARY KEY CHECK (id = 1),
  value text NOT NULL
);
