import type { settingDefaultsEn, settingsEn } from './en.ts';

export const settingsFr: typeof settingsEn = {
  NODE_ENV: '`production` active les contrôles de production',
  PROFILE: '`hardened` est plus strict que l’interface, voir docs/security.md',
  HOST: 'L’adresse d’écoute, ou le chemin d’un socket Unix, derrière un proxy',
  PORT: 'Le port d’écoute ; 0 en prend un qui est libre',
  ADMIN: 'L’administration : son interface sous `/api/admin` et la console sous `/admin`',
  ADMIN_PORT: 'Un port réservé à l’administration ; `PORT` y répond alors 404',
  ADMIN_HOST: 'L’adresse d’écoute de `ADMIN_PORT`',
  ADMIN_URL: 'Où les navigateurs trouvent la console, pour les liens et les clés d’accès',
  ADMIN_EMAIL_CHANGE:
    'Comment les administrateurs modifient l’adresse e-mail d’un compte : confirmée par le titulaire de la nouvelle adresse, ou aussi immédiatement, avec un motif',
  ACT_AS_USER:
    'Si les administrateurs peuvent agir à la place d’un utilisateur, de façon traçable et sans toucher à ce qui protège le compte',
  ACT_AS_USER_LIFETIME: 'Combien de temps au plus un administrateur agit à la place d’un utilisateur',
  FIRST_ADMIN_EMAIL:
    'Le compte qui a cette adresse devient administrateur dès qu’elle est confirmée, tant qu’il n’y en a aucun',
  METRICS_PORT:
    'Un port réservé à Prometheus : `GET /metrics`. À ne pas exposer au public ; sans lui, il n’y a pas de métriques',
  METRICS_HOST: 'L’adresse d’écoute de `METRICS_PORT`',
  DATABASE_URL:
    'La base de données : SQLite ou PostgreSQL, aussi avec plusieurs hôtes : un primaire et ses serveurs de secours',
  DATABASE_POOL: 'Connexions à PostgreSQL par processus',
  DATABASE_PREPARE: 'Requêtes préparées sur PostgreSQL ; `off` derrière un pooler en mode transaction',
  WORKERS: 'Processus derrière le même port ; `auto` en lance un par cœur. SIGHUP les remplace un par un',
  DATA_DIR: 'Où se trouvent la base de données intégrée, la clé générée et la boîte du développeur',
  SIGNING_SECRET: 'La clé HMAC des jetons signés, d’au moins 32 octets',
  SIGNING_SECRETS: 'Plusieurs clés HMAC nommées : la première signe, toutes vérifient',
  DATA_KEYS:
    'Clés nommées qui chiffrent les clés des applications d’authentification et signent les défis des clés d’accès : la première chiffre, toutes déchiffrent. Sans elles, la production n’a ni les unes ni les autres',
  KEYS_DIR: 'Le dossier de `latchkey keys` ; une clé qui s’y trouve signe avant `SIGNING_SECRET`, sans redémarrage',
  TOKEN_ISSUER: 'Le champ `iss` des jetons signés ; s’il est défini, les jetons d’un autre émetteur sont refusés',
  TOKEN_AUDIENCE: 'Le champ `aud` des jetons signés ; s’il est défini, les jetons pour une autre audience sont refusés',
  OPENID:
    'OpenID : des applications peuvent faire se connecter les gens ici. Leurs clients sont sous `/api/admin/clients`',
  FRONTEND_URL: 'Où mènent les liens des e-mails ; tout se trouve sous son chemin',
  SMTP_URL: 'Le serveur de messagerie',
  SMTP_PASSWORD: 'Le mot de passe de l’utilisateur de `SMTP_URL`, s’il n’y figure pas',
  DELIVERY_NETWORKS:
    'Réseaux privés dans lesquels des applications peuvent être informées d’une déconnexion, et des agents avoir leur document',
  MCP_RESOURCES: 'Les serveurs MCP pour lesquels des agents obtiennent ici des jetons, suivis de leurs propres scopes',
  INBOX_NETWORKS: 'Qui peut lire la boîte de réception des développeurs, outre cette machine',
  MAIL_FROM: 'L’expéditeur des e-mails',
  ACCESS_TOKEN_TTL: 'Durée de validité d’un jeton d’accès',
  REFRESH_TOKEN_TTL:
    'Durée de validité d’un jeton de renouvellement ; avec `SESSIONS=many`, durée pendant laquelle une session peut rester inutilisée',
  SESSIONS: '`single` : une connexion termine la session précédente ; `many` : chaque appareil a sa propre session',
  MAX_SESSIONS:
    'Sessions par utilisateur avec `SESSIONS=many` ; une connexion de plus termine la plus longtemps inutilisée',
  SESSION_LIFETIME: 'Durée maximale d’une session avec `SESSIONS=many`, même si elle est utilisée',
  REFRESH_ROTATION:
    '`on` : chaque renouvellement donne un nouveau jeton, et un ancien jeton réutilisé termine la session',
  FRESH_LOGIN: 'Combien de temps après une connexion les opérations sensibles se passent d’une autre preuve',
  TOTP: 'Si l’on peut ajouter une application d’authentification ; qui en a une en a toujours besoin',
  SECOND_FACTOR:
    'Qui doit avoir un second facteur : avec `admins`, les administrateurs. Sans lui, on peut seulement se connecter et l’ajouter',
  PASSKEYS: 'Si l’on peut ajouter des clés d’accès et se connecter avec elles',
  PASSKEY_RP_ID:
    'Le domaine des clés d’accès : elles fonctionnent sur lui et ses sous-domaines. Un autre les rend toutes inutilisables',
  PASSKEY_ORIGINS: 'Autres origines où les clés d’accès fonctionnent, outre celle de `FRONTEND_URL`',
  LOG_LEVEL: 'Le niveau de détail des journaux',
  LOG_FORMAT: 'Lignes de journal pour les machines ou pour les humains',
  SOCKET_MODE: 'Les droits du socket Unix de HOST, en octal : quiconque peut y écrire compte comme proxy',
  LOG_CLIENT:
    'Les lignes de journal des requêtes contiennent l’adresse du client, l’identifiant du compte et le code d’erreur : données personnelles',
  AUDIT_LOG:
    'Une ligne de journal pour chaque événement d’audit, quel que soit LOG_LEVEL, avec l’adresse : pour fail2ban',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Le collecteur OpenTelemetry qui reçoit les traces, par OTLP sur HTTP ; `/v1/traces` est ajouté. Sans valeur, il n’y en a pas',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'L’adresse entière pour les traces, utilisée telle quelle ; elle prime sur `OTEL_EXPORTER_OTLP_ENDPOINT`',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'Le protocole parlé avec le collecteur',
  OTEL_EXPORTER_OTLP_HEADERS: 'En-têtes pour le collecteur, sous la forme nom=valeur',
  OTEL_SERVICE_NAME: 'Le nom du service dans les traces',
  OTEL_TRACES_SAMPLER: 'Quelles requêtes sont tracées ; `parentbased_…` pour celles dont l’appelant n’a pas décidé',
  OTEL_TRACES_SAMPLER_ARG: 'Leur part, pour `…traceidratio`',
  TRUST_PROXY: 'Les proxys dont les en-têtes `X-Forwarded-For`, `X-Request-Id` et `traceparent` sont crus',
  HSTS: 'La durée pendant laquelle les navigateurs n’utilisent que https pour cet hôte, annoncée par `Strict-Transport-Security` ; suivie de `includeSubDomains`, aussi pour tous les noms en dessous ; `0` l’annule',
  CORS_ORIGINS: 'Les origines depuis lesquelles les navigateurs peuvent appeler ; `none` pour la nôtre seulement',
  MAX_FAILED_LOGINS:
    'Mots de passe incorrects par compte et par client en 15 minutes avant une réponse 429 ; 0 pour aucune limite',
  MAX_FAILED_CODES:
    'Codes incorrects d’une application d’authentification par compte et par heure, tous clients confondus, avant une réponse 429 ; 0 pour aucune limite',
  MAX_EMAIL_BURST: 'E-mails par adresse et par type en peu de temps, un de plus chaque minute ; 0 pour aucune limite',
  AUDIT_RETENTION: 'Jours pendant lesquels les événements du journal d’audit sont conservés',
  UNVERIFIED_KEPT:
    'Jours après lesquels un compte jamais confirmé est supprimé et libère son adresse et son numéro de téléphone',
  DELETION_GRACE:
    'Jours entre la demande de suppression d’un compte et sa suppression, pendant lesquels une connexion le conserve ; 0 le supprime aussitôt',
  REQUEST_TIMEOUT: 'Le temps dont un client dispose pour envoyer une requête',
  MAX_CONNECTIONS: 'Connexions ouvertes avant que les nouvelles soient aussitôt fermées',
  HASH_CONCURRENCY: 'Mots de passe hachés en même temps, par processus ; au-delà du nombre de cœurs, ils attendent',
  IMPORT_PEPPER: 'Le poivre des empreintes bcrypt importées, comme avec Devise : nécessaire tant qu’il en reste',
  HASH_QUEUE: 'Mots de passe en attente de hachage avant une réponse 503',
  NOTIFY_PASSWORD_CHANGE: 'Un e-mail au propriétaire après une modification du mot de passe',
  NOTIFY_NEW_DEVICE: 'Un e-mail au propriétaire après une connexion depuis un nouvel appareil ou un nouveau réseau',
  MAIL_TEMPLATES_DIR: 'Un dossier avec vos propres textes d’e-mails',
  TEXTS_DIR: 'Un dossier avec vos propres mots et d’autres langues pour les pages et les e-mails, voir docs/pages.md',
  LANGUAGES: 'Les langues proposées ; la première est pour ceux qui n’en demandent aucune',
  PAGES: 'Les pages intégrées ; `off` ne laisse que l’interface JSON',
  DOCS: 'La référence de l’interface sous `/docs`, où l’on peut essayer les opérations',
  RETURN_URLS:
    'Où `return_to` peut mener après une connexion : des origines, ou des origines avec un chemin sous lequel tout est permis',
  HOME_URL: 'Où mènent le logo et toute connexion sans `return_to` : une adresse http(s) ou un chemin',
  PRODUCT_NAME: 'Le nom dans les pages et les e-mails',
  BRAND_COLOR: 'La couleur des boutons et des liens',
  SUPPORT_EMAIL: 'L’adresse où demander de l’aide',
  LOGO_URL: 'Le logo des pages : une adresse http(s), un chemin sur le même hôte ou une adresse data avec une image',
  LOGO_DARK_URL: 'Le logo des pages en mode sombre, écrit comme `LOGO_URL`',
  FAVICON_URL: 'L’icône de l’onglet du navigateur, écrite comme `LOGO_URL`',
  CUSTOM_CSS: 'Un fichier avec vos propres styles pour les pages, voir docs/pages.md',
  MAIL_LOGO: 'Un fichier PNG de 64 Kio au plus : le logo des e-mails',
  MAIL_LOGO_DARK: 'Un fichier PNG de 64 Kio au plus : le logo des e-mails en mode sombre',
  INDUSTRIES: 'Les secteurs d’activité proposés par les pages ; l’interface accepte tout texte',
  PHONE_COUNTRIES:
    'Les pays dont les indicatifs sont proposés en premier, par leurs codes ISO ; le premier est choisi pour les personnes d’ailleurs',
  TERMS_URL: 'Les conditions d’utilisation, liées depuis les pages',
  PRIVACY_URL: 'La politique de confidentialité, liée depuis les pages',
};

export const settingDefaultsFr: typeof settingDefaultsEn = {
  ADMIN_URL: '`FRONTEND_URL` ; avec `ADMIN_PORT`, l’adresse de ce port',
  SIGNING_SECRET: 'créée une fois et conservée dans `DATA_DIR`',
  FRONTEND_URL: 'l’adresse du service lui-même',
  SMTP_URL: 'la boîte du développeur',
  TOTP: '`on` ; en production, seulement une fois `DATA_KEYS` défini',
  PASSKEYS:
    '`on` ; en production, seulement une fois `DATA_KEYS` défini et si `FRONTEND_URL` a un nom plutôt qu’une adresse IP',
  PASSKEY_RP_ID: 'l’hôte de `FRONTEND_URL`',
  CORS_ORIGINS: 'l’origine de `FRONTEND_URL`',
  HASH_CONCURRENCY: 'un par cœur, répartis entre les processus',
  MAIL_TEMPLATES_DIR: 'les textes intégrés',
  TEXTS_DIR: 'les textes intégrés',
  LANGUAGES: '`en`, `de`, `fr` et celles de `TEXTS_DIR`',
  HOME_URL: 'nos propres pages : `/`, et `/account` après une connexion',
  LOGO_URL: 'un signe à la couleur de la marque',
  LOGO_DARK_URL: '`LOGO_URL`',
  FAVICON_URL: 'un signe à la couleur de la marque',
  MAIL_LOGO: 'la première lettre de `PRODUCT_NAME` à la couleur de la marque',
  MAIL_LOGO_DARK: '`MAIL_LOGO`',
};
