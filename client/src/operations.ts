// Written by `npm run docs` from the OpenAPI document.

export type AcceptInvitationBody = {
  /** With an uppercase letter and a digit; never trimmed. */
  readonly new_password: string;
  /** At most 200 characters. */
  readonly full_name?: string;
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type AccountCount = {
  /** At most 10000. */
  readonly count: number;
  /** Whether there are or may be more: counting stops at a limit. */
  readonly more: boolean;
};

export type AccountCounts = {
  readonly all: AccountCount;
  readonly active: AccountCount;
  readonly inactive: AccountCount;
  readonly suspended: AccountCount;
  readonly admins: AccountCount;
};

export type AccountExport = {
  readonly profile: {
    readonly id: number | null;
    readonly full_name: string | null;
    readonly email: string | null;
    readonly phone_number: string | null;
    readonly industry: string | null;
    readonly role: string | null;
    readonly profile_image_url: string | null;
    readonly account_status: string | null;
    readonly status_before_suspension: string | null;
    readonly language: string | null;
    readonly created_at: string | null;
    readonly updated_at: string | null;
    readonly deletion_due_at: string | null;
    readonly invited_at: string | null;
    readonly fields: unknown;
  };
  readonly profile_pictures: readonly ({
    readonly content_type: string | null;
    readonly image: string | null;
    readonly created_at: string | null;
  })[];
  readonly sessions: readonly ({
    readonly id: string | null;
    readonly created_at: string | null;
    readonly last_used_at: string | null;
    readonly authenticated_at: string | null;
    readonly expires_at: string | null;
    readonly ends_at: string | null;
    readonly amr: unknown;
    readonly address: string | null;
    readonly user_agent: string | null;
  })[];
  readonly emails: readonly ({
    readonly id: number | null;
    readonly kind: string | null;
    readonly state: string | null;
    readonly recipient: string | null;
    readonly language: string | null;
    readonly payload: unknown;
    readonly attempts: number | null;
    readonly last_error: string | null;
    readonly created_at: string | null;
    readonly updated_at: string | null;
  })[];
  readonly email_attempts: readonly ({
    readonly email_id: number | null;
    readonly attempt: number | null;
    readonly outcome: string | null;
    readonly answer: string | null;
    readonly ended_at: string | null;
  })[];
  readonly email_changes: readonly ({
    readonly old_email: string | null;
    readonly new_email: string | null;
    readonly requested_at: string | null;
    readonly first_requested_at: string | null;
    readonly confirmed_at: string | null;
    readonly revert_until: string | null;
  })[];
  readonly accepted_terms: readonly ({
    readonly version: string | null;
    readonly accepted_at: string | null;
    readonly address: string | null;
  })[];
  readonly notes: readonly ({
    readonly id: number | null;
    readonly author: string | null;
    readonly text: string | null;
    readonly created_at: string | null;
  })[];
  readonly admin_links: readonly ({
    readonly expires_at: string | null;
  })[];
  readonly active_days: readonly ({
    readonly day: string | null;
  })[];
  readonly events: readonly ({
    readonly happened_at: string | null;
    readonly event: string | null;
    readonly address: string | null;
    readonly user_agent: string | null;
    readonly actor: string | null;
    readonly subject: string | null;
    readonly subject_name: string | null;
    readonly count: number | null;
  })[];
  readonly passkeys: readonly ({
    readonly id: string | null;
    readonly name: string | null;
    readonly synced: number | null;
    readonly backed_up: number | null;
    readonly transports: unknown;
    readonly aaguid: string | null;
    readonly rp_id: string | null;
    readonly created_at: string | null;
    readonly last_used_at: string | null;
  })[];
  readonly identities: readonly ({
    readonly provider: string | null;
    readonly issuer: string | null;
    readonly subject: string | null;
    readonly email: string | null;
    readonly proven_email: string | null;
    readonly created_at: string | null;
    readonly last_used_at: string | null;
  })[];
  readonly acting_administrators: readonly ({
    readonly admin_id: number | null;
    readonly began_at: string | null;
    readonly expires_at: string | null;
  })[];
  readonly api_keys: readonly ({
    readonly id: string | null;
    readonly name: string | null;
    readonly scopes: string | null;
    readonly networks: string | null;
    readonly created_at: string | null;
    readonly expires_at: string | null;
    readonly last_used_at: string | null;
  })[];
  readonly apps: readonly ({
    readonly client_id: string | null;
    readonly scopes: string | null;
    readonly resources: unknown;
    readonly granted_at: string | null;
    readonly last_used_at: string | null;
  })[];
  readonly app_logins: readonly ({
    readonly kind: string | null;
    readonly client_id: string | null;
    readonly created_at: string | null;
    readonly expires_at: string | null;
    readonly consumed_at: string | null;
  })[];
  readonly authenticator_apps: readonly ({
    readonly confirmed_at: string | null;
    readonly pending_until: string | null;
    readonly failures: number | null;
    readonly failing_since: string | null;
  })[];
  readonly recovery_codes: readonly ({
    readonly created_at: string | null;
    readonly used_at: string | null;
  })[];
  readonly login_requests: readonly ({
    readonly expires_at: string | null;
    readonly failures: number | null;
    readonly failing_since: string | null;
  })[];
};

export type AccountOutcomes = {
  readonly outcomes: readonly ({
    readonly id: number;
    /** `done`, or the error code. */
    readonly outcome: 'done' | 'user_not_found' | 'administrator_protected' | 'last_administrator' | 'status_unchanged' | 'already_verified' | 'wrong_account_status' | 'too_many_emails' | 'invitation_not_found';
  })[];
};

export type AccountStatus = 'INACTIVE' | 'ACTIVE' | 'SUSPENDED';

export type ActingToken = {
  readonly access_token: string;
  readonly expires_at: string;
  readonly user: User;
};

export type AddPasskeyBody = {
  readonly credential: PasskeyCredential;
  /** By default the browser and system it was created with. */
  readonly name?: string;
};

export type AddPasskeyOptionsBody = {
  /** For `mediation: 'conditional'`: the browser creates a passkey without asking its user. Only shortly after a login with a password. */
  readonly conditional?: boolean;
};

export type AddressState = {
  readonly email: string;
  /** The requested address, while the link that was sent to it works. */
  readonly pending: {
    readonly email: string;
    readonly requested_at: string;
    readonly expires_at: string;
  } | null;
};

export type AdminActAsUserBody = {
  /** The reason, recorded in the audit trail and visible to the owner of the account. */
  readonly reason: string;
};

export type AdminAddClientBody = {
  /** The name that people see. */
  readonly name: string;
  /** An https address. */
  readonly logo_uri?: string | null;
  /** A confidential app has a secret, which it keeps on a server; a public one has none. Confidential unless it is a native app; cannot be changed later. */
  readonly type?: 'confidential' | 'public';
  /** The former name of `type`: true for confidential. */
  readonly confidential?: boolean;
  /** `optional` lets a confidential app without PKCE send a nonce instead. `required` by default, and always for public apps. */
  readonly pkce?: 'required' | 'optional';
  /** Where people may be sent after a login, each exactly as the app names it: https, or http on loopback. */
  readonly redirect_uris: readonly string[];
  /** Where people may be sent after a logout, in the form of redirect_uris. */
  readonly post_logout_redirect_uris?: readonly string[];
  /** An app on a device: its redirect_uris may have schemes like com.example.app:/ and loopback without a port, which stands for any. */
  readonly native?: boolean;
  /** Your own app: nobody is asked for consent. */
  readonly first_party?: boolean;
  /** The scopes it may request; by default openid, profile and email. */
  readonly scopes?: readonly OpenIdScope[];
  /** The `aud` of its access tokens: the address of its API. Null: its client id. */
  readonly audience?: string | null;
  /** Whether the app gets its own `sub` for each person. Cannot be changed later. */
  readonly pairwise?: boolean;
  /** Notified when a session ends. An https address. */
  readonly backchannel_logout_uri?: string | null;
  /** Its home page. An https address. */
  readonly client_uri?: string | null;
  /** Where the app begins a login itself (third-party-initiated login), for people who registered on the way to the app and confirm on another device. An https address. */
  readonly initiate_login_uri?: string | null;
};

export type AdminAddNoteBody = {
  readonly text: string;
};

export type AdminChangeClientBody = {
  /** The name that people see. */
  readonly name?: string;
  /** An https address. */
  readonly logo_uri?: string | null;
  /** A confidential app has a secret, which it keeps on a server; a public one has none. Confidential unless it is a native app; cannot be changed later. */
  readonly type?: 'confidential' | 'public';
  /** The former name of `type`: true for confidential. */
  readonly confidential?: boolean;
  /** `optional` lets a confidential app without PKCE send a nonce instead. `required` by default, and always for public apps. */
  readonly pkce?: 'required' | 'optional';
  /** Where people may be sent after a login, each exactly as the app names it: https, or http on loopback. */
  readonly redirect_uris?: readonly string[];
  /** Where people may be sent after a logout, in the form of redirect_uris. */
  readonly post_logout_redirect_uris?: readonly string[];
  /** An app on a device: its redirect_uris may have schemes like com.example.app:/ and loopback without a port, which stands for any. */
  readonly native?: boolean;
  /** Your own app: nobody is asked for consent. */
  readonly first_party?: boolean;
  /** The scopes it may request; by default openid, profile and email. */
  readonly scopes?: readonly OpenIdScope[];
  /** The `aud` of its access tokens: the address of its API. Null: its client id. */
  readonly audience?: string | null;
  /** Whether the app gets its own `sub` for each person. Cannot be changed later. */
  readonly pairwise?: boolean;
  /** Notified when a session ends. An https address. */
  readonly backchannel_logout_uri?: string | null;
  /** Its home page. An https address. */
  readonly client_uri?: string | null;
  /** Where the app begins a login itself (third-party-initiated login), for people who registered on the way to the app and confirm on another device. An https address. */
  readonly initiate_login_uri?: string | null;
};

export type AdminChangeUserEmailBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** Without a confirmation; needs `reason`. */
  readonly at_once?: boolean;
  /** The reason, recorded in the audit trail and visible to the owner of the account. */
  readonly reason?: string;
};

export type AdminChangeUsersBody = {
  readonly action: 'suspend' | 'reinstate' | 'end-sessions' | 'delete' | 'resend-verification' | 'cancel-invitation';
  readonly ids: readonly number[];
};

export type AdminCreateApiKeyBody = {
  /** What the key is for. */
  readonly name: string;
  /** `users:read`: find, read and export accounts and their sessions. `users:write`: invite, change, suspend, reinstate and delete non-administrator accounts, except for their addresses. `users:email`: change the address of non-administrator accounts, which is enough to take them over. `audit:read`: read the audit trail. `mail:read`: read the queue of e-mails. `mail:write`: retry e-mails, and drop those that are no warnings to owners. `statistics:read`: read statistics, health and signing keys. `clients:read`: list OpenID clients. `clients:write`: add, change and remove OpenID clients: decides where people are sent after a login. */
  readonly scopes: readonly ApiKeyScope[];
  /** Days until it expires. */
  readonly days: number;
  /** Addresses or networks (CIDR) it can be used from; none: anywhere. */
  readonly networks?: readonly string[];
};

export type AdminDismissSetupStepBody = {
  readonly dismissed: boolean;
};

export type AdminEndSessionsBody = {
  readonly sessions: readonly string[];
};

export type AdminInviteUserBody = {
  /** At most 200 characters. */
  readonly full_name: string;
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** Only logged-in administrators can set `ADMIN`. */
  readonly role?: 'USER' | 'ADMIN';
  /** The language of the e-mail and of the account: by default that of the request. */
  readonly language?: string;
  /** You vouch for the address: the account is ACTIVE immediately. */
  readonly confirmed?: boolean;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type AdminInviteUsersBody = {
  readonly emails: readonly string[];
  /** Only logged-in administrators can set `ADMIN`. */
  readonly role?: 'USER' | 'ADMIN';
  /** The language of the e-mail and of the account: by default that of the request. */
  readonly language?: string;
};

export type AdminRotateClientSecretBody = {
  /** How long the previous secret works. */
  readonly overlap_seconds?: number;
};

export type AdminSetUserPictureBody = {
  /** A JPEG file: a square of 16 to 512 pixels, at most 45 KiB. Other contents, such as camera data, are removed. */
  readonly image: string;
};

export type AdminSetUserRoleBody = {
  readonly role: 'USER' | 'ADMIN';
};

export type AdminUpdateUserBody = {
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 200 characters. */
  readonly full_name?: string;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** An http(s) URL or a relative reference; null or empty clears it. */
  readonly profile_image_url?: string | null;
  /** The language of its e-mails, one of those offered. */
  readonly language?: string;
  /** The `updated_at` that you read: the update is refused if the account was changed since. */
  readonly unchanged_since?: string;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type AnswerConsentBody = {
  readonly decision: 'allow' | 'deny';
};

export type AnsweredInteraction = {
  /** Where the browser continues. */
  readonly continue_at: string;
};

export type AnswerInteractionBody = {
  /** Stay logged in when the browser is closed. */
  readonly keep?: boolean;
};

export type AnySession = {
  readonly id: string;
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  /** `Firefox on Windows`: a hint, not a proof. */
  readonly device: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  /** The client's IP address at the login. */
  readonly address: string | null;
  readonly created_at: string | null;
  /** Accurate to five minutes; null with SESSIONS=single. */
  readonly last_used_at: string | null;
  /** How its user logged in (RFC 8176). */
  readonly ways: readonly string[];
};

export type ApiKey = {
  /** The public part of the key. */
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Empty: it can be used from anywhere. */
  readonly networks: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
  /** Accurate to the minute. */
  readonly last_used_at: string | null;
  /** The administrator who created it; null: the command line. */
  readonly created_by: number | null;
};

export type ApiKeyScope = 'users:read' | 'users:write' | 'users:email' | 'audit:read' | 'mail:read' | 'mail:write' | 'statistics:read' | 'clients:read' | 'clients:write';

export type App = {
  readonly id: string;
  readonly name: string;
  readonly logo_url: string | null;
  /** For apps that no operator added: the host of the client id. */
  readonly host: string | null;
  readonly scopes: readonly OpenIdScope[];
  readonly resources: readonly {
    readonly url: string;
    readonly scopes: readonly string[];
  }[];
  readonly since: string;
  readonly last_used_at: string;
};

export type Apps = {
  readonly apps: readonly App[];
};

export type AuditEvent = 'registered' | 'verified' | 'imported' | 'accounts_exported' | 'invitation_cancelled' | 'invitation_accepted' | 'verification_resent' | 'registration_withdrawn' | 'terms_accepted' | 'withdrawal_refused' | 'declined' | 'unverified_removed' | 'logged_in' | 'logged_out' | 'session_ended' | 'sessions_revoked' | 'refresh_reused' | 'login_failed' | 'reauthenticated' | 'reauthentication_failed' | 'second_factor_failed' | 'second_factor_reset' | 'password_breached' | 'password_change_failed' | 'throttled' | 'password_changed' | 'reset_asked' | 'reset_done' | 'profile_updated' | 'email_change_requested' | 'email_changed' | 'email_change_cancelled' | 'email_change_stopped' | 'email_change_reverted' | 'deletion_scheduled' | 'deletion_cancelled' | 'deleted' | 'exported' | 'suspended' | 'reinstated' | 'unlocked' | 'role_changed' | 'note_added' | 'note_removed' | 'email_retried' | 'email_dropped' | 'test_email_sent' | 'backup_made' | 'setup_step_dismissed' | 'setup_step_reopened' | 'admin_link_made' | 'data_keys_rotated' | 'audit_exported' | 'users_exported' | 'sessions_exported' | 'emails_exported' | 'key_rotated' | 'key_retired' | 'passkey_added' | 'passkey_removed' | 'passkey_failed' | 'identity_linked' | 'identity_unlinked' | 'acted_as' | 'acting_ended' | 'api_key_made' | 'api_key_changed' | 'api_key_revoked' | 'client_added' | 'client_changed' | 'client_secret_rotated' | 'client_removed' | 'app_allowed' | 'app_removed' | 'codes_refused' | 'recovery_code_used' | 'totp_added' | 'totp_removed' | 'recovery_codes_made' | 'login_code_asked' | 'login_code_failed' | 'invited' | 'account_made';

export type AuditItem = {
  /** Null: the row stands for counted events. */
  readonly id: number | null;
  /** For counted events, the start of their hour. */
  readonly time: string;
  readonly event: AuditEvent;
  /** How many events the row stands for. Without an id: attempts at unknown addresses, counted by hour and network. With an id, if more than one: events of an account beyond 30 in an hour. */
  readonly count: number;
  readonly user_id: number | null;
  /** The current address of the account; null if there is no account. */
  readonly email: string | null;
  /** The address of the client. For counted events, the network; null if there were too many. */
  readonly address: string | null;
  readonly user_agent: string | null;
  /** The browser and system by its user agent, or the app. */
  readonly browser: string | null;
  readonly system: string | null;
  /** Who did it, if not the account itself. */
  readonly actor: string | null;
  /** The e-mail address of the actor, if there is an account. */
  readonly actor_email: string | null;
  /** The API key that the event is about: `key:<id>`; the OpenID client: `client:<id>`; the fields of the profile that it changed: `profile:<names>`, with commas; or `reason`. */
  readonly subject: string | null;
  /** The name of that key or client, or the reason that the actor gave; null once the account is gone. */
  readonly subject_name: string | null;
};

export type AuditPage = {
  readonly items: readonly AuditItem[];
  /** The `after` parameter of the next page; null on the last page. */
  readonly next: string | null;
};

export type BecomeAdministratorBody = {
  /** The part of the link after #. */
  readonly token: string;
};

export type BeginConfirmingBody = {
  /** The id of the provider. */
  readonly provider: string;
};

export type BeginIdentityBody = {
  /** The id of the provider. */
  readonly provider: string;
};

export type BeginLinkingBody = {
  /** The id of the provider. */
  readonly provider: string;
};

export type BegunIdentity = {
  /** Where the browser goes next. */
  readonly url: string;
  /** Only the page that keeps this can finish what it has begun. */
  readonly flow: string;
};

export type ChangePasswordBody = {
  /** As it was chosen; never trimmed. */
  readonly current_password: string;
  /** With an uppercase letter and a digit; never trimmed. */
  readonly new_password: string;
  /** If the account has an authenticator app: six digits from the app, or a recovery code. */
  readonly code?: string;
};

export type Client = {
  /** The client id. */
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
  /** An https address. */
  readonly logo_uri: string | null;
  /** A confidential app has a secret, which it keeps on a server; a public one has none. Confidential unless it is a native app; cannot be changed later. */
  readonly type: 'confidential' | 'public';
  /** The former name of `type`: true for confidential. */
  readonly confidential: boolean;
  /** `optional` lets a confidential app without PKCE send a nonce instead. `required` by default, and always for public apps. */
  readonly pkce: 'required' | 'optional';
  /** Where people may be sent after a login, each exactly as the app names it: https, or http on loopback. */
  readonly redirect_uris: readonly string[];
  /** Where people may be sent after a logout, in the form of redirect_uris. */
  readonly post_logout_redirect_uris: readonly string[];
  /** An app on a device: its redirect_uris may have schemes like com.example.app:/ and loopback without a port, which stands for any. */
  readonly native: boolean;
  /** Your own app: nobody is asked for consent. */
  readonly first_party: boolean;
  /** The scopes it may request; by default openid, profile and email. */
  readonly scopes: readonly OpenIdScope[];
  /** The `aud` of its access tokens: the address of its API. Null: its client id. */
  readonly audience: string | null;
  /** Whether the app gets its own `sub` for each person. Cannot be changed later. */
  readonly pairwise: boolean;
  /** Notified when a session ends. An https address. */
  readonly backchannel_logout_uri: string | null;
  /** Its home page. An https address. */
  readonly client_uri: string | null;
  /** Where the app begins a login itself (third-party-initiated login), for people who registered on the way to the app and confirm on another device. An https address. */
  readonly initiate_login_uri: string | null;
  readonly created_at: string;
  /** When the previous secret stops working; null if it already has. */
  readonly previous_secret_expires_at: string | null;
};

export type ClientWithSecret = {
  readonly client: Client;
  /** Shown only in this answer, and not stored. Null for public clients. */
  readonly client_secret: string | null;
};

export type ConfirmedChange = {
  /** Everything added since then is removed. */
  readonly since?: string;
  readonly removed?: readonly WayIn[];
  readonly kept?: readonly WayIn[];
};

export type ConfirmTotpBody = {
  /** Six digits. */
  readonly code: string;
};

export type CredentialDescriptor = {
  readonly type: 'public-key';
  readonly id: string;
  readonly transports: readonly string[];
};

export type DeletionTime = {
  readonly deletes_at: string | null;
};

export type EmailAttempt = {
  readonly attempt: number;
  readonly outcome: 'sent' | 'delayed' | 'dead';
  readonly answer: string;
  readonly ended_at: string;
};

export type EmailCount = {
  /** How many there were. */
  readonly count: number;
};

export type EmailKind = 'verification' | 'password_reset' | 'password_changed' | 'password_breached' | 'new_device' | 'session_stolen' | 'email_change' | 'email_change_notice' | 'email_changed' | 'email_change_reverted' | 'email_in_use' | 'second_factor_removed' | 'deletion_scheduled' | 'account_deleted' | 'test' | 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_auto_linked' | 'identity_unlinked' | 'acted_as' | 'api_key_made' | 'second_factor_added' | 'second_factor_guessed' | 'login_code' | 'invitation' | 'account_made';

export type EmailPage = {
  readonly items: readonly ListedEmail[];
  /** The `after` parameter of the next page; null on the last page. */
  readonly next: string | null;
};

export type EmailPreview = {
  readonly kind: EmailKind;
  readonly language: string;
  readonly languages: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type EmptyObject = Readonly<Record<string, never>>;

export type EndedSessions = {
  readonly ended: number;
};

export type Error = {
  readonly status: 'error';
  readonly message: string;
  readonly data: null;
};

export type ErrorCode = 'bad_request' | 'conflict' | 'email_unchanged' | 'invalid_admin_link' | 'invalid_email' | 'invalid_field' | 'invalid_json' | 'invalid_parameter' | 'invalid_picture' | 'missing_field' | 'unknown_field' | 'weak_password' | 'wrong_token_purpose' | 'bearer_token_required' | 'fresh_login_required' | 'invalid_api_key' | 'invalid_code' | 'invalid_credentials' | 'invalid_identity' | 'invalid_login_code' | 'invalid_passkey' | 'invalid_refresh_token' | 'invalid_token' | 'second_factor_required' | 'unknown_passkey' | 'wrong_access_token_purpose' | 'wrong_current_password' | 'account_not_active' | 'acting_as_user' | 'admin_link_of_another' | 'admin_required' | 'administrator_protected' | 'api_key_not_allowed' | 'confirmation_required' | 'cross_site_request' | 'deletion_pending' | 'distant_client' | 'email_domain_refused' | 'forwarded_request' | 'insufficient_scope' | 'registration_closed' | 'second_factor_setup_required' | 'terms_not_accepted' | 'api_key_not_found' | 'app_not_found' | 'client_not_found' | 'email_not_found' | 'identity_not_found' | 'interaction_not_found' | 'invitation_not_found' | 'not_found' | 'note_not_found' | 'passkey_not_found' | 'provider_not_found' | 'session_not_found' | 'user_not_found' | 'method_not_allowed' | 'request_timeout' | 'account_changed' | 'account_required' | 'already_verified' | 'cannot_act_as' | 'client_without_secret' | 'email_already_changed' | 'email_state' | 'email_taken' | 'identity_taken' | 'last_administrator' | 'last_way_in' | 'link_required' | 'no_pending_totp' | 'no_second_factor' | 'passkey_refused' | 'passkey_taken' | 'phone_number_taken' | 'provider_linked' | 'role_unchanged' | 'status_unchanged' | 'too_many_api_keys' | 'too_many_clients' | 'too_many_notes' | 'wrong_account_status' | 'body_too_large' | 'misdirected_request' | 'export_running' | 'too_many_attempts' | 'too_many_emails' | 'headers_too_large' | 'internal_error' | 'overloaded' | 'provider_unavailable' | 'unavailable';

export type FinishIdentityBody = {
  /** From the answer of `POST /api/identity/begin`. */
  readonly flow: string;
  /** The full address to which the provider sent the browser. */
  readonly address: string;
};

export type ForgotPasswordBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
};

export type Health = {
  readonly database: {
    readonly kind: 'sqlite' | 'postgres';
    /** Whether it can be read and written. */
    readonly is_usable: boolean;
    /** How long the check took. */
    readonly milliseconds: number;
  };
  readonly mail: {
    /** Host and port; null: the developer’s inbox. */
    readonly server: string | null;
    /** As the answering process sees it. */
    readonly is_reachable: boolean;
    readonly waiting: number;
    readonly dead: number;
    readonly oldest_waiting_seconds: number;
  };
  readonly version: string;
  readonly started_at: string;
  /** Of the process that answered the request. */
  readonly uptime_seconds: number;
  /** Processes of the answering instance. */
  readonly workers: number;
  /** The clock of the service. */
  readonly time: string;
};

export type Identities = {
  readonly identities: readonly Identity[];
};

export type Identity = {
  readonly id: string;
  /** The id of the provider. */
  readonly provider: string;
  /** The provider as people read it. */
  readonly name: string;
  /** Whether it can make a login recent: `POST /api/reauthenticate/identity`. */
  readonly confirms: boolean;
  /** The address last seen at the provider. */
  readonly email: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

export type IdentityProviders = {
  readonly providers: readonly ({
    /** For `POST /api/identity/begin`. */
    readonly id: string;
    readonly name: string;
    readonly kind: 'google' | 'microsoft' | 'github' | 'apple' | 'openid';
  })[];
};

export type Invitation = {
  /** Of the account. */
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  /** `user:<id>`, `key:<id>` or `operator`; null: no longer known. */
  readonly invited_by: string | null;
  /** The e-mail address of the administrator, if there is an account. */
  readonly invited_by_email: string | null;
  readonly sent_at: string;
  readonly expires_at: string;
};

export type InvitationDetails = {
  readonly email: string;
  /** Members needed besides `new_password`; those in `fields` begin with `fields.`. */
  readonly missing: readonly string[];
  /** Others that the account lacks. */
  readonly optional: readonly string[];
};

export type InvitationOutcomes = {
  readonly outcomes: readonly ({
    readonly email: string;
    /** The account of the invitation; null if there is none. */
    readonly id: number | null;
    /** `done`, or the error code. */
    readonly outcome: 'done' | 'invalid_email' | 'email_taken' | 'conflict';
  })[];
};

export type InvitationPage = {
  readonly items: readonly Invitation[];
  /** The `after` parameter of the next page; null on the last page. */
  readonly next: string | null;
};

export type Keys = {
  readonly signing: readonly ({
    /** The `kid` of its tokens; null for SIGNING_SECRET, whose tokens have none. */
    readonly name: string | null;
    readonly algorithm: 'EdDSA' | 'ES256' | 'RS256' | 'HS256';
    /** `waits`: it signs from `signs_from` on. */
    readonly state: 'signs' | 'waits' | 'verifies';
    readonly signs_from: string | null;
    readonly fingerprint: string;
  })[];
  readonly data: readonly ({
    readonly name: string;
    /** `missing`: it sealed values in the database, but is not in DATA_KEYS. */
    readonly state: 'seals' | 'opens' | 'missing';
    readonly sealed_values: number;
    readonly fingerprint: string | null;
    /** Why a value that it sealed does not open; null if one was tried and opens. */
    readonly failure: string | null;
  })[];
};

export type KeySet = {
  readonly keys: readonly ({
    readonly kty: string;
    readonly kid: string;
    readonly alg: 'EdDSA' | 'ES256' | 'RS256' | 'HS256';
    readonly use?: 'sig';
  })[];
};

export type LinkIdentityBody = {
  /** Of `POST /api/identity/finish`; it works for ten minutes, and logs in once. */
  readonly ticket: string;
};

export type ListedEmail = {
  readonly id: number;
  readonly to: string;
  /** Null: the account is gone. */
  readonly user_id: number | null;
  readonly kind: EmailKind;
  readonly language: string;
  /** `dead`: given up. */
  readonly state: 'being_sent' | 'waiting' | 'sent' | 'superseded' | 'dead';
  readonly tries: number;
  /** The last answer of the mail server, or why there was none. */
  readonly answer: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Null unless it is waiting. */
  readonly next_try_at: string | null;
};

export type ListedUser = {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly account_status: AccountStatus;
  readonly role: Role;
  /** Besides the password. */
  readonly factors: readonly ('totp' | 'passkey')[];
  readonly created_at: string;
  /** When an open session was last used or began; null if there is none. */
  readonly last_seen_at: string | null;
  /** When the account will be deleted at its owner's request. */
  readonly deletion_due_at: string | null;
};

export type Login = {
  readonly user: LoginUser;
  readonly access_token: string;
  readonly refresh_token: string;
};

export type LoginBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** As it was chosen; never trimmed. */
  readonly password: string;
  /** The second factor, if the account has one: six digits from the app, or a recovery code. */
  readonly code?: string;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
};

export type LoginEmailBody = {
  /** From `POST /api/login/email`; valid for ten minutes. */
  readonly request: string;
  /** Eight digits from the e-mail. */
  readonly code: string;
  /** Like `code` at login, if the account has a second factor. */
  readonly second_factor?: string;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
};

export type LoginIdentityBody = {
  /** Of `POST /api/identity/finish`; it works for ten minutes, and logs in once. */
  readonly ticket: string;
  /** Of the second factor: as at login. */
  readonly code?: string;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
};

export type LoginPasskeyBody = {
  readonly credential: PasskeyCredential;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
};

export type LoginRequest = {
  /** From `POST /api/login/email`; valid for ten minutes. */
  readonly request: string;
};

export type LoginUser = {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly industry: string;
  readonly phone_number: string;
  readonly role: Role;
  readonly account_status: AccountStatus;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type LogoutBody = {
  /** As returned by the login. */
  readonly refresh_token: string;
};

export type NewApiKey = {
  /** The key. It is not stored. */
  readonly key: string;
  readonly api_key: ApiKey;
};

export type NewTotp = {
  /** Base32, to type into an app by hand. */
  readonly secret: string;
  /** The content of the QR code. */
  readonly otpauth_url: string;
  /** The QR code: one string per row, 1 for dark and 0 for light, without margin. */
  readonly qr: readonly string[];
};

export type OpenIdScope = 'openid' | 'profile' | 'email' | 'phone' | 'offline_access';

export type OpenInteraction = {
  readonly app: {
    readonly name: string;
    readonly logo_url: string | null;
    /** For apps that no operator added: the host of the client id. */
    readonly host: string | null;
    /** Whether the app listens on the user's own computer. */
    readonly is_on_device: boolean;
    /** Where the browser returns to. */
    readonly leads_to: string;
  };
  readonly wants: 'login' | 'consent';
  readonly scopes: readonly OpenIdScope[];
  readonly resources: readonly {
    readonly url: string;
    readonly scopes: readonly string[];
  }[];
  /** The e-mail address of the account that is asked for consent. */
  readonly email: string | null;
};

export type Passkey = {
  readonly id: string;
  /** The id of the credential for the Signal API of browsers. */
  readonly credential_id: string;
  readonly name: string;
  /** Whether it can be on several devices. */
  readonly synced: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
};

export type PasskeyCreationOptions = {
  readonly options: {
    readonly challenge: string;
    readonly rp: {
      readonly id: string;
      readonly name: string;
    };
    readonly user: {
      readonly id: string;
      readonly name: string;
      readonly displayName: string;
    };
    readonly pubKeyCredParams: readonly {
      readonly type: 'public-key';
      readonly alg: number;
    }[];
    readonly timeout: number;
    readonly attestation: 'none';
    readonly authenticatorSelection: {
      readonly residentKey: 'required';
      readonly requireResidentKey: boolean;
      readonly userVerification: 'required' | 'preferred';
    };
    readonly excludeCredentials: readonly CredentialDescriptor[];
  };
};

/** What `PublicKeyCredential.toJSON()` returns, see https://www.w3.org/TR/webauthn-3/ */
export type PasskeyCredential = object;

export type PasskeyRequestOptions = {
  readonly options: {
    readonly challenge: string;
    readonly rpId: string;
    readonly timeout: number;
    readonly userVerification: 'required';
    readonly allowCredentials: readonly CredentialDescriptor[];
  };
};

export type Passkeys = {
  readonly rp_id: string;
  /** The user id in authenticators; null before the first passkey. */
  readonly user_handle: string | null;
  readonly passkeys: readonly Passkey[];
};

export type ProvenIdentity = {
  /** Of `POST /api/identity/finish`; it works for ten minutes, and logs in once. */
  readonly ticket: string;
  /** `login`: `POST /api/login/identity`. `register`: `POST /api/register/identity`. `link`: log in with the account that has the address, then `POST /api/me/identities`. Where a session has begun, what it has begun. */
  readonly next: 'login' | 'register' | 'link' | 'confirm';
  /** The id of the provider. */
  readonly provider: string;
  /** Of the account, or for a new one as the provider states it. */
  readonly email: string | null;
  readonly full_name: string | null;
};

export type ReauthenticateBody = {
  /** As it was chosen; never trimmed. */
  readonly password?: string;
  /** The second factor, if the account has one, as at login. */
  readonly code?: string;
  readonly passkey?: PasskeyCredential;
  /** The ticket of a login started by `POST /api/reauthenticate/identity`. */
  readonly identity?: string;
};

export type Reauthenticated = {
  readonly access_token: string;
};

export type RecoveryCodes = {
  /** Each works once. Shown only in this answer. */
  readonly recovery_codes: readonly string[];
};

export type Refresh = {
  readonly access_token: string;
  readonly user: User;
  /** Only with REFRESH_ROTATION=on: use it next time instead of the previous one. */
  readonly refresh_token?: string;
};

export type RefreshBody = {
  /** As returned by the login or the last refresh. */
  readonly refresh_token: string;
};

export type RegisterBody = {
  /** At most 200 characters. */
  readonly full_name: string;
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** With an uppercase letter and a digit; never trimmed. */
  readonly password: string;
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type RegisterIdentityBody = {
  /** Of `POST /api/identity/finish`; it works for ten minutes, and logs in once. */
  readonly ticket: string;
  /** At most 200 characters. */
  readonly full_name: string;
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** The owner accepts the terms of service. Needed once for each version of them. */
  readonly accept_terms?: boolean;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type RenamePasskeyBody = {
  readonly name: string;
};

export type RequestEmailChangeBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
};

export type ResendVerificationBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
};

export type ResetDetails = {
  readonly email: string;
};

export type ResetPasswordBody = {
  /** With an uppercase letter and a digit; never trimmed. */
  readonly new_password: string;
};

export type RevertedChange = {
  /** Everything added since then is removed. */
  readonly since: string;
  readonly removed: readonly WayIn[];
  readonly kept: readonly WayIn[];
};

export type Role = 'USER' | 'ADMIN';

export type Security = {
  readonly password: boolean;
  /** Whether an authenticator app is needed to log in. */
  readonly totp: boolean;
  /** Whether `SECOND_FACTOR` requires one of this user. */
  readonly second_factor_required: boolean;
  readonly recovery_codes_left: number;
  /** How many there are, even if passkeys are switched off. */
  readonly passkeys: number;
  readonly sessions: number;
  /** The requested address, while the link that was sent to it works. */
  readonly pending_email: string | null;
};

export type SendLoginCodeBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
};

export type Session = {
  readonly id: string;
  /** Whether it is the session of the access token. */
  readonly current: boolean;
  /** `Firefox on Windows`: a hint, not a proof. */
  readonly device: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  /** The client's IP address at the login. */
  readonly address: string | null;
  readonly created_at: string | null;
  /** Accurate to five minutes; null with SESSIONS=single. */
  readonly last_used_at: string | null;
  /** How its user logged in (RFC 8176). */
  readonly ways: readonly string[];
};

export type SessionOutcomes = {
  readonly outcomes: readonly ({
    /** As in the request. */
    readonly session: string;
    /** `done`, or the error code. */
    readonly outcome: 'done' | 'user_not_found' | 'administrator_protected' | 'session_not_found';
  })[];
};

export type SessionPage = {
  readonly items: readonly AnySession[];
  /** The `after` parameter of the next page; null on the last page. */
  readonly next: string | null;
};

export type SetPictureBody = {
  /** A JPEG file: a square of 16 to 512 pixels, at most 45 KiB. Other contents, such as camera data, are removed. */
  readonly image: string;
};

export type Settings = {
  /** The file that settings were read from, besides the environment. */
  readonly file: string | null;
  readonly settings: readonly ({
    readonly name: string;
    readonly group: 'service' | 'monitoring' | 'administration' | 'database' | 'keys' | 'openid' | 'sessions' | 'factors' | 'mail' | 'limits' | 'accounts' | 'pages';
    readonly about: string;
    /** The value in force, without passwords; null if there is none or it is a secret. */
    readonly value: string | null;
    /** Its value is never shown. */
    readonly is_secret: boolean;
    readonly source: 'environment' | 'file' | 'secret_file' | 'default';
    /** In words, in English. */
    readonly default: string;
    /** The default, and those that differ in production or with `PROFILE=hardened`; null if there is none. Empty if only words can describe it. */
    readonly default_values: readonly ({
      readonly scope: 'always' | 'production' | 'hardened';
      readonly value: string | null;
    })[];
    readonly required_in_production: boolean;
    /** Settings, any of which makes this one unnecessary in production. */
    readonly unless_set: readonly string[];
    /** Whether the value is the default. */
    readonly is_default: boolean;
  })[];
};

export type Setup = {
  readonly steps: readonly ({
    readonly name: 'mail_server' | 'second_factor' | 'return_addresses' | 'brand' | 'backups';
    /** Whether the service considers it done. */
    readonly is_done: boolean;
    /** Whether an administrator dismissed it. */
    readonly is_dismissed: boolean;
  })[];
  /** When `latchkey backup` last ran; null: never within `AUDIT_RETENTION`. */
  readonly last_backup_at: string | null;
};

export type ShownEmail = {
  readonly id: number;
  readonly to: string;
  /** Null: the account is gone. */
  readonly user_id: number | null;
  readonly kind: EmailKind;
  readonly language: string;
  /** `dead`: given up. */
  readonly state: 'being_sent' | 'waiting' | 'sent' | 'superseded' | 'dead';
  readonly tries: number;
  /** The last answer of the mail server, or why there was none. */
  readonly answer: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Null unless it is waiting. */
  readonly next_try_at: string | null;
  /** Part of the Message-ID, to find the e-mail in the mail server's log. */
  readonly message_id: string;
  readonly attempts: readonly EmailAttempt[];
};

export type Statistics = {
  readonly from: string;
  readonly to: string;
  /** False while events of earlier days are still being counted, after an upgrade. */
  readonly complete: boolean;
  readonly days: readonly {
    readonly day: string;
    readonly registrations: number;
    readonly verifications: number;
    readonly logins: number;
    readonly failed_logins: number;
    readonly throttled: number;
    readonly second_factor_failures: number;
    readonly emails_sent: number;
    readonly emails_given_up: number;
    readonly active_users: number;
  }[];
  readonly totals: {
    readonly accounts: number;
    /** Open sessions. */
    readonly sessions: number;
    /** Accounts that are not verified. */
    readonly inactive: number;
    /** Accounts that are not verified a day after their registration. */
    readonly unverified: number;
    /** Accounts with a login of each provider. */
    readonly identities: readonly {
      readonly provider: string;
      readonly accounts: number;
    }[];
    readonly emails_waiting: number;
    readonly emails_given_up: number;
  };
};

export type UpdatedUser = {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly industry: string;
  readonly phone_number: string;
  readonly role: Role;
  readonly profile_image_url: string | null;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type UpdateMeBody = {
  /** At most 100 characters. */
  readonly industry?: string | null;
  /** At most 200 characters. */
  readonly full_name?: string;
  /** At most 32 characters; one account per number. */
  readonly phone_number?: string | null;
  /** An http(s) URL or a relative reference; null or empty clears it. */
  readonly profile_image_url?: string | null;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type User = {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly industry: string;
  readonly role: Role;
  readonly profile_image_url: string | null;
  readonly account_status: AccountStatus;
  readonly created_at: string;
  readonly updated_at: string;
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type UserDetails = {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly phone_number: string;
  readonly industry: string;
  readonly role: Role;
  readonly profile_image_url: string | null;
  readonly account_status: AccountStatus;
  readonly created_at: string;
  readonly updated_at: string;
  readonly language: string;
  /** Whether the account waits for its invitation to be accepted. */
  readonly invited: boolean;
  /** When the account will be deleted at its owner's request. */
  readonly deletion_due_at: string | null;
  /** `user:<id>`, `key:<id>` or `operator`. */
  readonly suspended_by: string | null;
  /** The e-mail address of that user, if there is an account. */
  readonly suspended_by_email: string | null;
  /** Null if it is not suspended, or no longer known. */
  readonly suspended_at: string | null;
  /** A pending change of address. */
  readonly email_change: {
    readonly new_email: string;
    readonly requested_at: string;
  } | null;
  /** Whether the account has one. */
  readonly password: boolean;
  /** Whether the account has an authenticator app. */
  readonly totp: boolean;
  readonly recovery_codes_left: number;
  readonly passkeys: readonly ({
    readonly id: string;
    readonly name: string;
    readonly created_at: string;
    readonly last_used_at: string | null;
  })[];
  /** Logins with other providers. */
  readonly identities: readonly Identity[];
  readonly sessions: readonly UserSession[];
  /** The OpenID apps that the account was used with. */
  readonly apps: readonly {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly since: string;
    readonly last_used_at: string;
  }[];
  /** The latest. */
  readonly emails: readonly ({
    readonly id: number;
    readonly kind: EmailKind;
    readonly state: string;
    /** Null: the address of the account. */
    readonly recipient: string | null;
    readonly attempts: number;
    /** The last answer of the mail server. */
    readonly answer: string | null;
    readonly created_at: string;
    readonly updated_at: string;
  })[];
  /** The latest. */
  readonly events: readonly ({
    readonly id: number;
    readonly event: AuditEvent;
    readonly happened_at: string;
    readonly address: string | null;
    readonly browser: string | null;
    readonly system: string | null;
    /** Null: the owner, or a stranger. */
    readonly actor: string | null;
    /** The e-mail address of the actor, if there is an account. */
    readonly actor_email: string | null;
    /** The API key that the event is about: `key:<id>`; the OpenID client: `client:<id>`; the fields of the profile that it changed: `profile:<names>`, with commas; or `reason`. */
    readonly subject: string | null;
    /** The name of that key or client, or the reason that the actor gave; null once the account is gone. */
    readonly subject_name: string | null;
    /** More than one: events beyond 30 in an hour. */
    readonly count: number;
  })[];
  /** With `FIELDS_FILE`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type UserNote = {
  readonly id: number;
  readonly text: string;
  /** `user:<id>` or `key:<id>`, as the actor of an audit event. */
  readonly author: string;
  /** The e-mail address of the author, if there is an account. */
  readonly author_email: string | null;
  readonly created_at: string;
};

export type UserNotes = {
  readonly notes: readonly UserNote[];
};

export type UserPage = {
  readonly items: readonly ListedUser[];
  /** The `after` parameter of the next page; null on the last page. */
  readonly next: string | null;
};

export type UserSession = {
  readonly id: string;
  /** `Firefox on Windows`: a hint, not a proof. */
  readonly device: string | null;
  readonly browser: string | null;
  readonly system: string | null;
  /** The client's IP address at the login. */
  readonly address: string | null;
  readonly created_at: string | null;
  /** Accurate to five minutes; null with SESSIONS=single. */
  readonly last_used_at: string | null;
  /** How its user logged in (RFC 8176). */
  readonly ways: readonly string[];
};

export type VerificationDetails = {
  readonly full_name: string;
  readonly email: string;
  readonly created_at: string;
  /** With `OPENID=on`: the app that sent the user to register, if its address is known. */
  readonly app: {
    readonly name: string;
    /** Where the app begins a login. */
    readonly continue_at: string;
  } | null;
  /** The id of the provider to log in with. Null if the account has a password. */
  readonly provider: string | null;
};

export type WayIn = {
  readonly kind: 'session' | 'passkey' | 'identity' | 'api_key' | 'authenticator_app' | 'recovery_codes';
  /** For a session, the browser and the system; null if there is none. */
  readonly name: string | null;
  readonly added_at: string | null;
};

export type WithdrawRegistrationBody = {
  /** Trimmed and lower-cased. */
  readonly email: string;
  /** As it was chosen; never trimmed. */
  readonly password: string;
};

export interface Operations {
  /** Create an account */
  'POST /api/register': {
    readonly given: {
      readonly body: RegisterBody;
    };
    readonly answer: User;
  };
  /** Withdraw a registration */
  'POST /api/register/withdraw': {
    readonly given: {
      readonly body: WithdrawRegistrationBody;
    };
    readonly answer: EmptyObject;
  };
  /** Verify an account */
  'POST /api/verify': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Resend the verification e-mail */
  'POST /api/resend-verification': {
    readonly given: {
      readonly body: ResendVerificationBody;
    };
    readonly answer: EmptyObject;
  };
  /** Get details of a registration */
  'GET /api/verify/details': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: VerificationDetails;
  };
  /** Decline a registration you did not make */
  'POST /api/verify/decline': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Get your profile */
  'GET /api/me': {
    readonly answer: User;
  };
  /** Update your profile */
  'PUT /api/me': {
    readonly given: {
      readonly body: UpdateMeBody;
    };
    readonly answer: UpdatedUser;
  };
  /** Upload your profile picture */
  'PUT /api/me/picture': {
    readonly given: {
      readonly body: SetPictureBody;
    };
    readonly answer: UpdatedUser;
  };
  /** Remove your profile picture */
  'DELETE /api/me/picture': {
    readonly answer: UpdatedUser;
  };
  /** Export your account */
  'GET /api/me/export': {
    readonly answer: AccountExport;
  };
  /** Delete your account */
  'POST /api/me/delete': {
    readonly answer: DeletionTime;
  };
  /** Get your e-mail address */
  'GET /api/me/email': {
    readonly answer: AddressState;
  };
  /** Request an e-mail address change */
  'POST /api/me/email': {
    readonly given: {
      readonly body: RequestEmailChangeBody;
    };
    readonly answer: EmptyObject;
  };
  /** Cancel your e-mail address change */
  'DELETE /api/me/email': {
    readonly answer: AddressState;
  };
  /** Check a link to confirm a new e-mail address */
  'GET /api/email-change/confirm/details': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Confirm a new e-mail address */
  'POST /api/email-change/confirm': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: ConfirmedChange;
  };
  /** Check a link to stop an e-mail address change */
  'GET /api/email-change/stop/details': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Stop an e-mail address change */
  'POST /api/email-change/stop': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Check a link to undo an e-mail address change */
  'GET /api/email-change/revert/details': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Undo an e-mail address change */
  'POST /api/email-change/revert': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: RevertedChange;
  };
  /** Log in */
  'POST /api/login': {
    readonly given: {
      readonly body: LoginBody;
    };
    readonly answer: Login;
  };
  /** Get a new access token */
  'POST /api/refresh': {
    readonly given: {
      readonly body: RefreshBody;
    };
    readonly answer: Refresh;
  };
  /** Log out */
  'POST /api/logout': {
    readonly given: {
      readonly body: LogoutBody;
    };
    readonly answer: EmptyObject;
  };
  /** Confirm your identity */
  'POST /api/reauthenticate': {
    readonly given: {
      readonly body?: ReauthenticateBody;
    };
    readonly answer: Reauthenticated;
  };
  /** List your sessions */
  'GET /api/me/sessions': {
    readonly answer: readonly Session[];
  };
  /** End a session */
  'DELETE /api/me/sessions/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** End all your other sessions */
  'POST /api/me/sessions/end-others': {
    readonly answer: EndedSessions;
  };
  /** Get your security settings */
  'GET /api/me/security': {
    readonly answer: Security;
  };
  /** Request a password reset link */
  'POST /api/forgot-password': {
    readonly given: {
      readonly body: ForgotPasswordBody;
    };
    readonly answer: object | null;
  };
  /** Reset your password */
  'POST /api/reset-password': {
    readonly given: {
      readonly body: ResetPasswordBody;
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** Check a reset link */
  'GET /api/reset-password/details': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: ResetDetails;
  };
  /** Change your password */
  'POST /api/change-password': {
    readonly given: {
      readonly body: ChangePasswordBody;
    };
    readonly answer: EmptyObject;
  };
  /** Become an administrator */
  'POST /api/me/administrator': {
    readonly given: {
      readonly body: BecomeAdministratorBody;
    };
    readonly answer: EmptyObject;
  };
  /** List accounts */
  'GET /api/admin/users': {
    readonly given: {
      readonly query?: {
        readonly query?: string;
        readonly provider?: string;
        readonly status?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
        readonly role?: 'USER' | 'ADMIN';
        readonly factor?: 'none' | 'totp' | 'passkey';
        readonly sort?: '-created' | 'created' | 'email' | '-email' | 'name' | '-name' | 'seen' | '-seen';
        readonly after?: string;
        readonly limit?: number;
      };
    };
    readonly answer: UserPage;
  };
  /** Invite a user, or create an account */
  'POST /api/admin/users': {
    readonly given: {
      readonly body: AdminInviteUserBody;
    };
    readonly answer: User;
  };
  /** Cancel an invitation */
  'DELETE /api/admin/invitations/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Count accounts */
  'GET /api/admin/users/counts': {
    readonly given: {
      readonly query?: {
        readonly query?: string;
        readonly role?: 'USER' | 'ADMIN';
        readonly factor?: 'none' | 'totp' | 'passkey';
        readonly provider?: string;
      };
    };
    readonly answer: AccountCounts;
  };
  /** Export accounts */
  'GET /api/admin/users/export': {
    readonly given: {
      readonly query?: {
        readonly format?: 'csv' | 'jsonl';
        readonly query?: string;
        readonly provider?: string;
        readonly status?: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
        readonly role?: 'USER' | 'ADMIN';
        readonly factor?: 'none' | 'totp' | 'passkey';
        readonly sort?: '-created' | 'created' | 'email' | '-email' | 'name' | '-name' | 'seen' | '-seen';
      };
    };
    readonly answer: Response;
  };
  /** Get an account */
  'GET /api/admin/users/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: UserDetails;
  };
  /** Update a user's profile */
  'PATCH /api/admin/users/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminUpdateUserBody;
    };
    readonly answer: UserDetails;
  };
  /** Delete an account */
  'DELETE /api/admin/users/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Change a user's e-mail address */
  'POST /api/admin/users/{id}/email': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminChangeUserEmailBody;
    };
    readonly answer: UserDetails;
  };
  /** Suspend an account */
  'POST /api/admin/users/{id}/suspend': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: User;
  };
  /** Reinstate an account */
  'POST /api/admin/users/{id}/reinstate': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: User;
  };
  /** Change a user's role */
  'POST /api/admin/users/{id}/role': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminSetUserRoleBody;
    };
    readonly answer: User;
  };
  /** End all of a user's sessions */
  'POST /api/admin/users/{id}/end-sessions': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EndedSessions;
  };
  /** Send a password reset link */
  'POST /api/admin/users/{id}/send-reset': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Resend an account's verification e-mail */
  'POST /api/admin/users/{id}/resend-verification': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Remove a user's second factors */
  'POST /api/admin/users/{id}/reset-second-factor': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: User;
  };
  /** Upload a user's profile picture */
  'PUT /api/admin/users/{id}/picture': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminSetUserPictureBody;
    };
    readonly answer: User;
  };
  /** Remove a user's profile picture */
  'DELETE /api/admin/users/{id}/picture': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: User;
  };
  /** Export an account */
  'GET /api/admin/users/{id}/export': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: AccountExport;
  };
  /** Change several accounts */
  'POST /api/admin/users/bulk': {
    readonly given: {
      readonly body: AdminChangeUsersBody;
    };
    readonly answer: AccountOutcomes;
  };
  /** List notes about an account */
  'GET /api/admin/users/{id}/notes': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: UserNotes;
  };
  /** Add a note to an account */
  'POST /api/admin/users/{id}/notes': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminAddNoteBody;
    };
    readonly answer: UserNote;
  };
  /** Remove a note */
  'DELETE /api/admin/users/{id}/notes/{note}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
        readonly note: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** List all sessions */
  'GET /api/admin/sessions': {
    readonly given: {
      readonly query?: {
        readonly user?: number;
        readonly device?: string;
        readonly address?: string;
        readonly newer_than?: number;
        readonly older_than?: number;
        readonly after?: string;
        readonly limit?: number;
      };
    };
    readonly answer: SessionPage;
  };
  /** End several sessions */
  'POST /api/admin/sessions/end': {
    readonly given: {
      readonly body: AdminEndSessionsBody;
    };
    readonly answer: SessionOutcomes;
  };
  /** Export sessions */
  'GET /api/admin/sessions/export': {
    readonly given: {
      readonly query?: {
        readonly format?: 'csv' | 'jsonl';
        readonly user?: number;
        readonly device?: string;
        readonly address?: string;
        readonly newer_than?: number;
        readonly older_than?: number;
      };
    };
    readonly answer: Response;
  };
  /** List a user's sessions */
  'GET /api/admin/users/{id}/sessions': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: readonly UserSession[];
  };
  /** End a user's session */
  'DELETE /api/admin/users/{id}/sessions/{session}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
        readonly session: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** List audit events */
  'GET /api/admin/audit': {
    readonly given: {
      readonly query?: {
        readonly query?: string;
        readonly event?: string;
        readonly user?: string;
        readonly actor?: string;
        readonly address?: string;
        readonly from?: string;
        readonly to?: string;
        readonly after?: string;
        readonly limit?: number;
      };
    };
    readonly answer: AuditPage;
  };
  /** Stream audit events */
  'GET /api/admin/audit/live': {
    readonly given: {
      readonly query?: {
        readonly query?: string;
        readonly event?: string;
        readonly user?: string;
        readonly actor?: string;
        readonly address?: string;
      };
    };
    readonly answer: Response;
  };
  /** Export audit events */
  'GET /api/admin/audit/export': {
    readonly given: {
      readonly query?: {
        readonly format?: 'csv' | 'jsonl';
        readonly query?: string;
        readonly event?: string;
        readonly user?: string;
        readonly actor?: string;
        readonly address?: string;
        readonly from?: string;
        readonly to?: string;
      };
    };
    readonly answer: Response;
  };
  /** Get statistics */
  'GET /api/admin/statistics': {
    readonly given: {
      readonly query?: {
        readonly from?: string;
        readonly to?: string;
      };
    };
    readonly answer: Statistics;
  };
  /** List e-mails */
  'GET /api/admin/emails': {
    readonly given: {
      readonly query?: {
        readonly state?: 'waiting' | 'sent' | 'superseded' | 'dead';
        readonly kind?: 'verification' | 'password_reset' | 'password_changed' | 'password_breached' | 'new_device' | 'session_stolen' | 'email_change' | 'email_change_notice' | 'email_changed' | 'email_change_reverted' | 'email_in_use' | 'second_factor_removed' | 'deletion_scheduled' | 'account_deleted' | 'test' | 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_auto_linked' | 'identity_unlinked' | 'acted_as' | 'api_key_made' | 'second_factor_added' | 'second_factor_guessed' | 'login_code' | 'invitation' | 'account_made';
        readonly query?: string;
        readonly after?: string;
        readonly limit?: number;
      };
    };
    readonly answer: EmailPage;
  };
  /** Export e-mails */
  'GET /api/admin/emails/export': {
    readonly given: {
      readonly query?: {
        readonly format?: 'csv' | 'jsonl';
        readonly state?: 'waiting' | 'sent' | 'superseded' | 'dead';
        readonly kind?: 'verification' | 'password_reset' | 'password_changed' | 'password_breached' | 'new_device' | 'session_stolen' | 'email_change' | 'email_change_notice' | 'email_changed' | 'email_change_reverted' | 'email_in_use' | 'second_factor_removed' | 'deletion_scheduled' | 'account_deleted' | 'test' | 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_auto_linked' | 'identity_unlinked' | 'acted_as' | 'api_key_made' | 'second_factor_added' | 'second_factor_guessed' | 'login_code' | 'invitation' | 'account_made';
        readonly query?: string;
      };
    };
    readonly answer: Response;
  };
  /** Preview an e-mail */
  'GET /api/admin/emails/preview': {
    readonly given: {
      readonly query?: {
        readonly kind?: 'verification' | 'password_reset' | 'password_changed' | 'password_breached' | 'new_device' | 'session_stolen' | 'email_change' | 'email_change_notice' | 'email_changed' | 'email_change_reverted' | 'email_in_use' | 'second_factor_removed' | 'deletion_scheduled' | 'account_deleted' | 'test' | 'passkey_added' | 'passkey_removed' | 'identity_linked' | 'identity_auto_linked' | 'identity_unlinked' | 'acted_as' | 'api_key_made' | 'second_factor_added' | 'second_factor_guessed' | 'login_code' | 'invitation' | 'account_made';
        readonly language?: string;
      };
    };
    readonly answer: EmailPreview;
  };
  /** Retry all failed e-mails */
  'POST /api/admin/emails/retry-dead': {
    readonly answer: EmailCount;
  };
  /** Drop all failed e-mails */
  'POST /api/admin/emails/drop-dead': {
    readonly answer: EmailCount;
  };
  /** Get an e-mail */
  'GET /api/admin/emails/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: ShownEmail;
  };
  /** Retry an e-mail */
  'POST /api/admin/emails/{id}/retry': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: ListedEmail;
  };
  /** Drop an e-mail */
  'POST /api/admin/emails/{id}/drop': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** List signing keys and data keys */
  'GET /api/admin/keys': {
    readonly answer: Keys;
  };
  /** List settings */
  'GET /api/admin/settings': {
    readonly answer: Settings;
  };
  /** Get the health of the service */
  'GET /api/admin/health': {
    readonly answer: Health;
  };
  /** Get the remaining setup steps */
  'GET /api/admin/setup': {
    readonly answer: Setup;
  };
  /** Dismiss a setup step */
  'POST /api/admin/setup/{step}': {
    readonly given: {
      readonly path: {
        readonly step: string | number;
      };
      readonly body: AdminDismissSetupStepBody;
    };
    readonly answer: Setup;
  };
  /** Send yourself a test e-mail */
  'POST /api/admin/mail/test': {
    readonly answer: {
      readonly to: string;
    };
  };
  /** Get passkey login options */
  'POST /api/login/passkey/options': {
    readonly answer: PasskeyRequestOptions;
  };
  /** Log in with a passkey */
  'POST /api/login/passkey': {
    readonly given: {
      readonly body: LoginPasskeyBody;
    };
    readonly answer: Login;
  };
  /** Get passkey creation options */
  'POST /api/me/passkeys/options': {
    readonly given: {
      readonly body?: AddPasskeyOptionsBody;
    };
    readonly answer: PasskeyCreationOptions;
  };
  /** Add a passkey */
  'POST /api/me/passkeys': {
    readonly given: {
      readonly body: AddPasskeyBody;
    };
    readonly answer: Passkey;
  };
  /** List your passkeys */
  'GET /api/me/passkeys': {
    readonly answer: Passkeys;
  };
  /** Rename a passkey */
  'PUT /api/me/passkeys/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: RenamePasskeyBody;
    };
    readonly answer: Passkey;
  };
  /** Remove a passkey */
  'DELETE /api/me/passkeys/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** List login providers */
  'GET /api/identity/providers': {
    readonly answer: IdentityProviders;
  };
  /** Begin a login with a provider */
  'POST /api/identity/begin': {
    readonly given: {
      readonly body: BeginIdentityBody;
    };
    readonly answer: BegunIdentity;
  };
  /** Finish a login with a provider */
  'POST /api/identity/finish': {
    readonly given: {
      readonly body: FinishIdentityBody;
    };
    readonly answer: ProvenIdentity;
  };
  /** Log in with a provider */
  'POST /api/login/identity': {
    readonly given: {
      readonly body: LoginIdentityBody;
    };
    readonly answer: Login;
  };
  /** Create an account with a provider */
  'POST /api/register/identity': {
    readonly given: {
      readonly body: RegisterIdentityBody;
    };
    readonly answer: User;
  };
  /** Begin to confirm your identity with a provider */
  'POST /api/reauthenticate/identity': {
    readonly given: {
      readonly body: BeginConfirmingBody;
    };
    readonly answer: BegunIdentity;
  };
  /** List your logins with providers */
  'GET /api/me/identities': {
    readonly answer: Identities;
  };
  /** Link a login with a provider */
  'POST /api/me/identities': {
    readonly given: {
      readonly body: LinkIdentityBody;
    };
    readonly answer: EmptyObject;
  };
  /** Begin to link a login with a provider */
  'POST /api/me/identities/begin': {
    readonly given: {
      readonly body: BeginLinkingBody;
    };
    readonly answer: BegunIdentity;
  };
  /** Unlink a login with a provider */
  'DELETE /api/me/identities/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Unlink a user's login with a provider */
  'DELETE /api/admin/users/{id}/identities/{identity}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
        readonly identity: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Act as a user */
  'POST /api/admin/users/{id}/act-as': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminActAsUserBody;
    };
    readonly answer: ActingToken;
  };
  /** Stop acting as a user */
  'POST /api/act-as/end': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** List API keys */
  'GET /api/admin/api-keys': {
    readonly answer: readonly ApiKey[];
  };
  /** Create an API key */
  'POST /api/admin/api-keys': {
    readonly given: {
      readonly body: AdminCreateApiKeyBody;
    };
    readonly answer: NewApiKey;
  };
  /** Revoke an API key */
  'DELETE /api/admin/api-keys/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Get the app that waits for a login or consent */
  'GET /api/openid/interactions/{uid}': {
    readonly given: {
      readonly path: {
        readonly uid: string | number;
      };
    };
    readonly answer: OpenInteraction;
  };
  /** Log in to a waiting app */
  'POST /api/openid/interactions/{uid}': {
    readonly given: {
      readonly path: {
        readonly uid: string | number;
      };
      readonly body?: AnswerInteractionBody;
    };
    readonly answer: AnsweredInteraction;
  };
  /** Answer a consent request */
  'POST /api/openid/interactions/{uid}/consent': {
    readonly given: {
      readonly path: {
        readonly uid: string | number;
      };
      readonly body: AnswerConsentBody;
    };
    readonly answer: AnsweredInteraction;
  };
  /** List your apps */
  'GET /api/me/apps': {
    readonly answer: Apps;
  };
  /** Revoke an app's access */
  'DELETE /api/me/apps/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** List OpenID clients */
  'GET /api/admin/clients': {
    readonly answer: readonly Client[];
  };
  /** Add an OpenID client */
  'POST /api/admin/clients': {
    readonly given: {
      readonly body: AdminAddClientBody;
    };
    readonly answer: ClientWithSecret;
  };
  /** Get an OpenID client */
  'GET /api/admin/clients/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: Client;
  };
  /** Update an OpenID client */
  'PUT /api/admin/clients/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body: AdminChangeClientBody;
    };
    readonly answer: Client;
  };
  /** Remove an OpenID client */
  'DELETE /api/admin/clients/{id}': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
    };
    readonly answer: EmptyObject;
  };
  /** Rotate an OpenID client's secret */
  'POST /api/admin/clients/{id}/secret': {
    readonly given: {
      readonly path: {
        readonly id: string | number;
      };
      readonly body?: AdminRotateClientSecretBody;
    };
    readonly answer: ClientWithSecret;
  };
  /** Start adding an authenticator app */
  'POST /api/me/totp': {
    readonly answer: NewTotp;
  };
  /** Remove the authenticator app */
  'DELETE /api/me/totp': {
    readonly answer: EmptyObject;
  };
  /** Confirm an authenticator app */
  'POST /api/me/totp/confirm': {
    readonly given: {
      readonly body: ConfirmTotpBody;
    };
    readonly answer: RecoveryCodes;
  };
  /** Create new recovery codes */
  'POST /api/me/recovery-codes': {
    readonly answer: RecoveryCodes;
  };
  /** Send a code to log in */
  'POST /api/login/email': {
    readonly given: {
      readonly body: SendLoginCodeBody;
    };
    readonly answer: LoginRequest;
  };
  /** Log in with a code from an e-mail */
  'POST /api/login/email/confirm': {
    readonly given: {
      readonly body: LoginEmailBody;
    };
    readonly answer: Login;
  };
  /** Get details of an invitation */
  'GET /api/invitation': {
    readonly given: {
      readonly token: string;
    };
    readonly answer: InvitationDetails;
  };
  /** Accept an invitation */
  'POST /api/invitation/accept': {
    readonly given: {
      readonly body: AcceptInvitationBody;
      readonly token: string;
    };
    readonly answer: EmptyObject;
  };
  /** List open invitations */
  'GET /api/admin/invitations': {
    readonly given: {
      readonly query?: {
        readonly after?: string;
        readonly limit?: number;
      };
    };
    readonly answer: InvitationPage;
  };
  /** Invite users by their addresses */
  'POST /api/admin/invitations': {
    readonly given: {
      readonly body: AdminInviteUsersBody;
    };
    readonly answer: InvitationOutcomes;
  };
  /** Check liveness */
  'GET /healthz': {
    readonly answer: object;
  };
  /** Check readiness */
  'GET /readyz': {
    readonly answer: object;
  };
  /** Get the key set (JWKS) */
  'GET /.well-known/jwks.json': {
    readonly answer: KeySet;
  };
}

/** Those that are not asked with the access token of a session. */
export const OPEN_OPERATIONS: readonly (keyof Operations)[] = [
  'POST /api/register',
  'POST /api/register/withdraw',
  'POST /api/verify',
  'POST /api/resend-verification',
  'GET /api/verify/details',
  'POST /api/verify/decline',
  'GET /api/email-change/confirm/details',
  'POST /api/email-change/confirm',
  'GET /api/email-change/stop/details',
  'POST /api/email-change/stop',
  'GET /api/email-change/revert/details',
  'POST /api/email-change/revert',
  'POST /api/login',
  'POST /api/refresh',
  'POST /api/logout',
  'POST /api/forgot-password',
  'POST /api/reset-password',
  'GET /api/reset-password/details',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'GET /api/identity/providers',
  'POST /api/identity/begin',
  'POST /api/identity/finish',
  'POST /api/login/identity',
  'POST /api/register/identity',
  'POST /api/act-as/end',
  'GET /api/openid/interactions/{uid}',
  'POST /api/openid/interactions/{uid}/consent',
  'POST /api/login/email',
  'POST /api/login/email/confirm',
  'GET /api/invitation',
  'POST /api/invitation/accept',
  'GET /healthz',
  'GET /readyz',
  'GET /.well-known/jwks.json',
];
