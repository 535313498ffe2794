import type { Texts } from './texts.ts';

export const de: Texts = {
  hello: 'Guten Tag {name},',
  kinds: {
    verification: {
      subject: 'Bestätigen Sie Ihr Konto bei {product}',
      intro:
        'willkommen bei {product}. Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist, um Ihr Konto zu aktivieren.',
      button: 'Konto bestätigen',
      expiry: 'Dieser Link gilt {duration}.',
      ignore:
        'Wenn Sie kein Konto angelegt haben, öffnen Sie den Link und drücken Sie „Das war ich nicht“. Wir entfernen dann das Konto.',
      reason: 'Sie erhalten diese E-Mail, weil mit {email} ein Konto bei {product} angelegt wurde.',
    },
    password_reset: {
      subject: 'Neues Passwort für {product}',
      intro:
        'jemand möchte das Passwort Ihres Kontos bei {product} zurücksetzen. Wenn Sie das waren, wählen Sie ein neues.',
      button: 'Neues Passwort wählen',
      expiry: 'Dieser Link funktioniert nur einmal, innerhalb von {duration}.',
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
    },
    password_changed: {
      subject: 'Ihr Passwort bei {product} wurde geändert',
      intro:
        'das Passwort Ihres Kontos bei {product} wurde soeben geändert. Wenn Sie das waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort, über „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    new_device: {
      subject: 'Neue Anmeldung bei {product}',
      intro:
        'jemand hat sich gerade mit einem neuen Gerät oder aus einem neuen Netz bei Ihrem Konto bei {product} angemeldet. Wenn Sie das waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Wählen Sie sofort ein neues, über „Passwort vergessen?“ auf der Anmeldeseite. Damit wird auch das andere Gerät abgemeldet.',
    },
  },
  copyLink: 'Der Button funktioniert nicht? Kopieren Sie diesen Link in Ihren Browser:',
  details: { time: 'Zeit', network: 'Netz', device: 'Gerät' },
  reason: 'Sie erhalten diese E-Mail, weil zu {email} ein Konto bei {product} gehört.',
  help: 'Fragen? Schreiben Sie an {support}.',
};
