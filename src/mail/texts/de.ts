import type { Texts } from './texts.ts';

export const de: Texts = {
  hello: (name) => `Guten Tag ${name},`,
  kinds: {
    verification: {
      subject: (product) => `Bestätigen Sie Ihr Konto bei ${product}`,
      intro: (product) =>
        `willkommen bei ${product}. Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist, um Ihr Konto zu aktivieren.`,
      button: 'Konto bestätigen',
      expiry: (duration) => `Dieser Link gilt ${duration}.`,
      ignore: 'Wenn Sie kein Konto angelegt haben, können Sie diese E-Mail ignorieren.',
    },
    password_reset: {
      subject: (product) => `Neues Passwort für ${product}`,
      intro: (product) =>
        `jemand möchte das Passwort Ihres Kontos bei ${product} zurücksetzen. Wenn Sie das waren, wählen Sie ein neues.`,
      button: 'Neues Passwort wählen',
      expiry: (duration) => `Dieser Link funktioniert nur einmal, innerhalb von ${duration}.`,
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt, wie es ist.',
    },
    password_changed: {
      subject: (product) => `Ihr Passwort bei ${product} wurde geändert`,
      intro: (product) =>
        `das Passwort Ihres Kontos bei ${product} wurde soeben geändert. Wenn Sie das waren, ist nichts weiter zu tun.`,
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto: Fordern Sie sofort ein neues Passwort an, mit „Passwort vergessen“ auf der Anmeldeseite.',
    },
  },
  copyLink: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  help: (supportAddress) => `Fragen? Schreiben Sie an ${supportAddress}.`,
};
