import type { settingDefaultsEn, settingsEn } from './en.ts';

export const settingsDe: typeof settingsEn = {
  NODE_ENV: '`production` schaltet die Prüfungen für den Betrieb ein',
  PROFILE: '`hardened` ist strenger als die Schnittstelle, siehe docs/security.md',
  HOST: 'Die Adresse, an der der Dienst lauscht, oder der Pfad eines Unix-Sockets, hinter einem Proxy',
  PORT: 'Der Port, an dem der Dienst lauscht; 0 nimmt einen freien',
  ADMIN: 'Die Verwaltung: ihre Schnittstelle unter `/api/admin` und die Konsole unter `/admin`',
  ADMIN_PORT: 'Ein eigener Port für die Verwaltung; `PORT` antwortet für sie dann mit 404',
  ADMIN_HOST: 'Die Adresse, an der `ADMIN_PORT` lauscht',
  ADMIN_URL: 'Wo Browser die Konsole finden, für Links zu ihr und für Passkeys',
  ADMIN_EMAIL_CHANGE:
    'Wie die Administration die E-Mail-Adresse eines Kontos ändert: bestätigt vom Inhaber der neuen Adresse oder auch sofort, mit Begründung',
  ACT_AS_USER: 'Ob die Administration als Nutzer handeln darf, nachvollziehbar und ohne das, was das Konto schützt',
  ACT_AS_USER_LIFETIME: 'Wie lange die Administration höchstens als Nutzer handelt',
  FIRST_ADMIN_EMAIL:
    'Das Konto mit dieser Adresse wird Administrator, sobald die Adresse bestätigt ist, solange es noch keinen gibt',
  METRICS_PORT:
    'Ein eigener Port für Prometheus: `GET /metrics`. Nicht für die Öffentlichkeit; ohne ihn gibt es keine Metriken',
  METRICS_HOST: 'Die Adresse, an der `METRICS_PORT` lauscht',
  DATABASE_URL:
    'Die Datenbank: SQLite oder PostgreSQL, dort auch mit mehreren Hosts: einem primären und seinen Standbys',
  DATABASE_POOL: 'Verbindungen zu PostgreSQL je Prozess',
  DATABASE_PREPARE: 'Vorbereitete Anweisungen auf PostgreSQL; `off` hinter einem Pooler im Transaktionsmodus',
  WORKERS: 'Prozesse hinter dem einen Port; `auto` ist einer je Kern. SIGHUP ersetzt sie nacheinander',
  DATA_DIR: 'Wo die eingebettete Datenbank, der erzeugte Schlüssel und das Entwickler-Postfach liegen',
  SIGNING_SECRET: 'Der HMAC-Schlüssel der signierten Tokens, mindestens 32 Bytes',
  SIGNING_SECRETS: 'Mehrere HMAC-Schlüssel mit Namen: Der erste signiert, alle prüfen',
  DATA_KEYS:
    'Schlüssel mit Namen, die die Schlüssel von Authenticator-Apps verschlüsseln und die Abfragen von Passkeys signieren: Der erste verschlüsselt, alle entschlüsseln. Ohne sie gibt es im Betrieb beides nicht',
  KEYS_DIR: 'Der Ordner von `latchkey keys`; ein Schlüssel darin signiert vor `SIGNING_SECRET` und gilt ohne Neustart',
  TOKEN_ISSUER: 'Das `iss` signierter Tokens; ist es gesetzt, werden Tokens anderer Aussteller abgelehnt',
  TOKEN_AUDIENCE: 'Das `aud` signierter Tokens; ist es gesetzt, werden Tokens für andere Empfänger abgelehnt',
  OPENID: 'OpenID: Apps können Menschen sich hier anmelden lassen. Ihre Clients stehen unter `/api/admin/clients`',
  FRONTEND_URL: 'Wohin die Links in E-Mails führen; alles liegt unter dem Pfad darin',
  SMTP_URL: 'Der Mailserver',
  SMTP_PASSWORD: 'Das Passwort des Benutzers in `SMTP_URL`, wenn es nicht dort steht',
  DELIVERY_NETWORKS: 'Private Netze, in denen Apps vom Abmelden erfahren und Agenten ihr Dokument haben dürfen',
  MCP_RESOURCES: 'Die MCP-Server, für die Agenten hier Tokens bekommen, jeweils gefolgt von den eigenen Scopes',
  INBOX_NETWORKS: 'Wer den Posteingang für Entwickler außer dieser Maschine selbst lesen darf',
  MAIL_FROM: 'Der Absender der E-Mails',
  ACCESS_TOKEN_TTL: 'Wie lange ein Zugriffstoken gilt',
  REFRESH_TOKEN_TTL:
    'Wie lange ein Erneuerungstoken gilt; mit `SESSIONS=many`, wie lange eine Sitzung ungenutzt bleiben darf',
  SESSIONS: '`single`: Eine Anmeldung beendet die Sitzung davor; `many`: Jedes Gerät hat eine eigene Sitzung',
  MAX_SESSIONS: 'Sitzungen je Benutzer mit `SESSIONS=many`; eine weitere Anmeldung beendet die am längsten ungenutzte',
  SESSION_LIFETIME: 'Wie lange eine Sitzung mit `SESSIONS=many` höchstens dauert, auch wenn sie genutzt wird',
  REFRESH_ROTATION:
    '`on`: Jede Erneuerung gibt ein neues Erneuerungstoken, und ein altes, das noch einmal verwendet wird, beendet die Sitzung',
  FRESH_LOGIN: 'Wie lange nach einer Anmeldung heikle Vorgänge keinen weiteren Nachweis brauchen',
  TOTP: 'Ob eine Authenticator-App eingerichtet werden kann; wer eine hat, braucht sie in jedem Fall',
  SECOND_FACTOR:
    'Wer einen zweiten Faktor haben muss: mit `admins` Administratoren. Wer muss und keinen hat, kann sich anmelden und einen einrichten, sonst nichts',
  PASSKEYS: 'Ob man Passkeys hinzufügen und sich damit anmelden kann',
  PASSKEY_RP_ID:
    'Die Domain, zu der Passkeys gehören: Sie gelten auf ihr und darunter. Eine andere macht alle unbrauchbar',
  PASSKEY_ORIGINS: 'Weitere Origins, auf denen Passkeys gelten, neben dem von `FRONTEND_URL`',
  LOG_LEVEL: 'Wie viel protokolliert wird',
  LOG_FORMAT: 'Logzeilen für Maschinen oder für Menschen',
  SOCKET_MODE: 'Die Zugriffsrechte des Unix-Sockets in HOST, oktal: Wer darauf schreiben darf, gilt als Proxy',
  LOG_CLIENT:
    'Logzeilen von Anfragen enthalten die Adresse des Clients, die ID des Kontos und den Fehlercode: personenbezogene Daten',
  AUDIT_LOG: 'Eine Logzeile für jedes Audit-Ereignis, unabhängig von LOG_LEVEL, mit der Adresse: für fail2ban',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Der OpenTelemetry-Collector, der Traces per OTLP über HTTP erhält; `/v1/traces` wird angehängt. Ohne Angabe gibt es keine',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'Die ganze Adresse für Traces, so verwendet, wie sie ist; geht `OTEL_EXPORTER_OTLP_ENDPOINT` vor',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'Wie der Collector angesprochen wird',
  OTEL_EXPORTER_OTLP_HEADERS: 'Header für den Collector, als Name=Wert',
  OTEL_SERVICE_NAME: 'Der Name des Dienstes in Traces',
  OTEL_TRACES_SAMPLER:
    'Welche Anfragen aufgezeichnet werden; `parentbased_…` für die, bei denen der Aufrufer es nicht entschieden hat',
  OTEL_TRACES_SAMPLER_ARG: 'Der Anteil davon, für `…traceidratio`',
  TRUST_PROXY: 'Die Proxys, deren `X-Forwarded-For`, `X-Request-Id` und `traceparent` geglaubt wird',
  HSTS: 'Wie lange Browser für diesen Host nur https verwenden, gesagt mit `Strict-Transport-Security`; mit `includeSubDomains` dahinter auch für alle Namen darunter, `0` nimmt es zurück',
  CORS_ORIGINS: 'Die Origins, von denen Browser zugreifen dürfen; `none` für keinen außer dem eigenen',
  MAX_FAILED_LOGINS: 'Falsche Passwörter je Konto und Client in 15 Minuten, bevor 429 kommt; 0 für keine Grenze',
  MAX_FAILED_CODES:
    'Falsche Codes einer Authenticator-App je Konto und Stunde, von allen Clients zusammen, bevor 429 kommt; 0 für keine Grenze',
  MAX_EMAIL_BURST: 'E-Mails je Adresse und Art kurz nacheinander, jede Minute eine mehr; 0 für keine Grenze',
  AUDIT_RETENTION: 'Tage, die die Ereignisse des Protokolls aufbewahrt werden',
  UNVERIFIED_KEPT:
    'Tage, nach denen ein nie bestätigtes Konto entfernt wird und seine Adresse und Telefonnummer wieder frei sind',
  DELETION_GRACE:
    'Tage zwischen dem Wunsch, ein Konto zu löschen, und der Löschung; wer sich bis dahin anmeldet, behält es. 0 löscht sofort',
  REQUEST_TIMEOUT: 'Wie lange ein Client brauchen darf, um eine Anfrage zu senden',
  MAX_CONNECTIONS: 'Offene Verbindungen, bevor neue sofort geschlossen werden',
  HASH_CONCURRENCY: 'Passwörter, die gleichzeitig gehasht werden, je Prozess; mehr als Kerne warten nur',
  IMPORT_PEPPER:
    'Der Pepper importierter bcrypt-Hashes, wie bei Devise; nötig, bis niemand mehr einen solchen Hash hat',
  HASH_QUEUE: 'Passwörter, die auf das Hashen warten, bevor 503 kommt',
  NOTIFY_PASSWORD_CHANGE: 'Eine E-Mail an den Inhaber, nachdem das Passwort geändert wurde',
  NOTIFY_NEW_DEVICE: 'Eine E-Mail an den Inhaber nach einer Anmeldung von einem neuen Gerät oder Netz',
  MAIL_TEMPLATES_DIR: 'Ein Ordner mit eigenen Texten der E-Mails, siehe docs/email.md',
  TEXTS_DIR: 'Ein Ordner mit eigenen Worten und weiteren Sprachen für Seiten und E-Mails, siehe docs/pages.md',
  LANGUAGES: 'Die angebotenen Sprachen; die erste ist für alle, die keine davon wünschen',
  PAGES: 'Die mitgelieferten Seiten; `off` lässt nur die JSON-Schnittstelle übrig',
  DOCS: 'Die Referenz der Schnittstelle unter `/docs`, in der sich Operationen ausprobieren lassen',
  RETURN_URLS:
    'Wohin `return_to` nach einer Anmeldung führen darf: Origins, auch mit einem Pfad, unter dem alles erlaubt ist',
  HOME_URL: 'Wohin das Logo führt, und jede Anmeldung ohne `return_to`: eine http(s)-Adresse oder ein Pfad',
  PRODUCT_NAME: 'Der Name in Seiten und E-Mails',
  BRAND_COLOR: 'Die Farbe von Buttons und Links',
  SUPPORT_EMAIL: 'Wohin sich alle wenden können, die Hilfe brauchen',
  LOGO_URL:
    'Das Logo der Seiten: eine http(s)-Adresse, ein Pfad auf demselben Host oder eine data-Adresse mit einem Bild',
  LOGO_DARK_URL: 'Das Logo der Seiten im Dunkelmodus, geschrieben wie `LOGO_URL`',
  FAVICON_URL: 'Das Symbol im Tab des Browsers, geschrieben wie `LOGO_URL`',
  CUSTOM_CSS: 'Eine Datei mit eigenen Stilen für die Seiten, siehe docs/pages.md',
  MAIL_LOGO: 'Eine PNG-Datei von höchstens 64 KiB: das Logo in E-Mails',
  MAIL_LOGO_DARK: 'Eine PNG-Datei von höchstens 64 KiB: das Logo in E-Mails im Dunkelmodus',
  INDUSTRIES: 'Die Branchen, die Seiten zur Auswahl anbieten; die Schnittstelle nimmt jeden Text an',
  PHONE_COUNTRIES:
    'Die Länder, deren Vorwahlen Seiten zuerst anbieten, mit ihren ISO-Codes; das erste ist für alle von anderswo vorgewählt',
  TERMS_URL: 'Die Nutzungsbedingungen, auf Seiten verlinkt',
  PRIVACY_URL: 'Die Datenschutzerklärung, auf Seiten verlinkt',
};

export const settingDefaultsDe: typeof settingDefaultsEn = {
  ADMIN_URL: '`FRONTEND_URL`; mit `ADMIN_PORT` die Adresse dieses Ports',
  SIGNING_SECRET: 'wird einmal erzeugt und in `DATA_DIR` aufbewahrt',
  FRONTEND_URL: 'die eigene Adresse des Dienstes',
  SMTP_URL: 'das Entwickler-Postfach',
  TOTP: '`on`; im Betrieb erst, wenn `DATA_KEYS` gesetzt ist',
  PASSKEYS:
    '`on`; im Betrieb erst, wenn `DATA_KEYS` gesetzt ist und `FRONTEND_URL` einen Namen statt einer IP-Adresse hat',
  PASSKEY_RP_ID: 'der Host von `FRONTEND_URL`',
  CORS_ORIGINS: 'der Origin von `FRONTEND_URL`',
  HASH_CONCURRENCY: 'eines je Kern, auf die Prozesse verteilt',
  MAIL_TEMPLATES_DIR: 'die eingebauten Texte',
  TEXTS_DIR: 'die eingebauten Texte',
  LANGUAGES: '`en`, `de`, `fr` und die aus `TEXTS_DIR`',
  HOME_URL: 'die eigenen Seiten: `/`, und nach einer Anmeldung `/account`',
  LOGO_URL: 'ein Zeichen in der Markenfarbe',
  LOGO_DARK_URL: '`LOGO_URL`',
  FAVICON_URL: 'ein Zeichen in der Markenfarbe',
  MAIL_LOGO: 'der erste Buchstabe von `PRODUCT_NAME` in der Markenfarbe',
  MAIL_LOGO_DARK: '`MAIL_LOGO`',
};
