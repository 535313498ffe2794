import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian puts a server with its tools. The lockfile's PostgreSQL has none, and older ones refuse its server. */
export const INSTALLED_POSTGRES = '/usr/lib/postgresql';

/** The folder of the newest installed PostgreSQL that has its tools. */
export const folderWithPostgresTools = (existsSync(INSTALLED_POSTGRES) ? readdirSync(INSTALLED_POSTGRES) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(INSTALLED_POSTGRES, version, 'bin'))
  .find((bin) => ['postgres', 'initdb', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(bin, name))));
