import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONSOLE_TEXTS } from '../../src/console/texts/languages.ts';
import { EMAIL_TEXTS } from '../../src/mail/texts/languages.ts';
import { PAGE_TEXTS } from '../../src/pages/texts/languages.ts';
import { AUDIT_EVENTS } from '../../src/store/audit/event-types.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text with the path of its key. */
const textsOf = (tree: Tree, path: string): [path: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : textsOf(value, `${path}.${key}`),
  );

/**
 * The words of pages and e-mails, in English, German and French:
 *
 * - account · Konto · compte (not profile, user)
 * - create an account · Konto erstellen · créer un compte (not register, sign up)
 * - log in, log out, login · anmelden, abmelden, Anmeldung · se connecter, se déconnecter, connexion (not sign
 *   in)
 * - email, email address; the field is "Email" · E-Mail, E-Mail-Adresse · e-mail, adresse e-mail (not mail)
 * - inbox · Postfach · messagerie (not mailbox)
 * - spam folder · Spam-Ordner · spams (not junk)
 * - link · Link · lien (not URL)
 * - confirm (an account, an address) · bestätigen · confirmer (not verify, activate)
 * - choose a new password · neues Passwort wählen · choisir un nouveau mot de passe (reset only in the subject
 *   of the e-mail)
 * - change · ändern · modifier (not update)
 * - address change; stop it, undo it · Adressänderung; stoppen, rückgängig machen · changement d’adresse ;
 *   arrêter, annuler
 * - suspended · gesperrt · suspendu (not blocked)
 * - device · Gerät · appareil (not session)
 * - network · Netz · réseau (not IP address)
 * - two-step login · Anmeldung in zwei Schritten · connexion en deux étapes (not 2FA, MFA)
 * - authenticator app, code · Authenticator-App, Code · application d’authentification, code (not TOTP)
 * - login method; service (Google and the like) · Anmeldemethode; Dienst · méthode de connexion ; service (not
 *   provider, identity)
 * - second factor · zweiter Faktor · second facteur (not deuxième facteur)
 * - recovery code · Wiederherstellungscode · code de secours (not backup code)
 * - app (that people log in to with their account) · App · application (not client)
 * - revoke (an API key) · widerrufen · révoquer (not remove)
 * - given up, dropped (an email) · aufgegeben, verworfen · abandonné, supprimé (not dead, not delivered)
 * - profile picture · Profilbild · photo de profil (not avatar)
 */
const ALL = ['en', 'de', 'fr'] as const;

/** What the built-in texts do not say, and what to write instead. */
const RULES: readonly {
  readonly in: readonly (keyof typeof PAGE_TEXTS)[];
  readonly not: RegExp;
  readonly say: string;
}[] = [
  { in: ALL, not: /!/, say: 'a full stop' },
  { in: ALL, not: /['"]/, say: 'the typographic apostrophe ’ and the quotation marks of the language' },
  { in: ALL, not: /\.\.\./, say: '…' },
  { in: ALL, not: / {2}|^ | $/, say: 'single spaces, and none at the ends' },
  { in: ALL, not: /successful|erfolgreich|avec succès/i, say: 'what has happened' },
  { in: ['en'], not: /e-mail/i, say: 'email' },
  { in: ['en'], not: /\bsign(ed)? (in|out|up)\b|log into/i, say: 'log in, log out, create an account' },
  { in: ['de'], not: /\bE-?mail|\bEmail/, say: 'E-Mail' },
  { in: ['de'], not: /\b(du|dein\w*|dich|dir)\b/i, say: 'Sie' },
  { in: ['de'], not: /Knopf|Schaltfläche/, say: 'Button' },
  { in: ['de'], not: /einloggen|ausloggen|Login|Account/i, say: 'anmelden, abmelden, Anmeldung, Konto' },
  { in: ['fr'], not: /(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu, say: 'vous' },
  { in: ['fr'], not: /courriel|(?<!e-)\bmail|\bemail/i, say: 'e-mail' },
  { in: ['en'], not: /verified|verification/i, say: 'confirm' },
  { in: ALL, not: /provider|Anbieter|fournisseur/i, say: 'service, Dienst, service' },
  { in: ['de'], not: /kann nicht rückgängig/, say: 'lässt sich nicht rückgängig machen' },
  { in: ['de'], not: /[^ ]…/, say: 'a space before …' },
  { in: ['fr'], not: /deuxièmes? facteur|codes? de récupération/i, say: 'second facteur, code de secours' },
  {
    in: ['fr'],
    not: /[^\u00a0][?!;»]|[^\u00a0]:(?!\/\/)|«[^\u00a0]/,
    say: 'a plain space before ? ! : ; » and after «',
  },
];

describe('the built-in texts', () => {
  for (const language of ALL) {
    it(`keep to the wording of the glossary: ${language}`, () => {
      const texts = [
        ...textsOf(PAGE_TEXTS[language], 'pages'),
        ...textsOf(CONSOLE_TEXTS[language], 'pages.admin'),
        ...textsOf(EMAIL_TEXTS[language] as unknown as Tree, 'emails'),
      ];
      const faults = RULES.filter((rule) => rule.in.includes(language)).flatMap(({ not, say }) =>
        texts
          // What stands in backticks is the name or the value of a setting, the same in every language.
          .filter(([, text]) => not.test(text.replaceAll(/\{\w+\}|`[^`]*`/g, '{}')))
          .map(([path, text]) => `${path}: say ${say}: ${text}`),
      );
      assert.deepEqual(faults, []);
    });
  }

  it('name every event of the audit trail', () => {
    for (const language of ALL) {
      assert.deepEqual(Object.keys(CONSOLE_TEXTS[language].events).sort(), Object.keys(AUDIT_EVENTS).sort());
    }
  });

  it('name a button of a page as the e-mail that leads to it does', () => {
    for (const language of ALL) {
      const { emailChange, verify } = PAGE_TEXTS[language];
      const { email_change, email_change_notice, email_changed, verification } = EMAIL_TEXTS[language].kinds;
      assert.ok('button' in email_change && 'button' in email_change_notice && 'button' in email_changed);
      assert.equal(email_change.button, emailChange.confirm.press);
      assert.equal(email_change_notice.button, emailChange.stop.press);
      assert.equal(email_changed.button, emailChange.revert.press);
      assert.ok('ignore' in verification && verification.ignore.includes(verify.decline), verify.decline);
    }
  });
});
