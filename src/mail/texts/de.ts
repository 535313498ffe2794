import type { Texts } from './texts.ts';

export const de: Texts = {
  hello: 'Guten Tag {name},',
  kinds: {
    verification: {
      subject: 'Bestätigen Sie Ihr Konto bei {product}',
      intro: 'willkommen bei {product}. Bitte bestätigen Sie, dass dies Ihre E-Mail-Adresse ist.',
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
    second_factor_added: {
      subject: 'Eine Authenticator-App schützt jetzt Ihr Konto bei {product}',
      intro:
        'ab jetzt brauchen Sie zum Anmelden bei {product} Ihr Passwort und einen Code aus Ihrer Authenticator-App. Wenn Sie das waren, ist nichts weiter zu tun. Bewahren Sie Ihre Wiederherstellungscodes gut auf.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort, und schreiben Sie uns, falls Sie sich nicht mehr anmelden können.',
    },
    second_factor_removed: {
      subject: 'Die Anmeldung in zwei Schritten bei {product} wurde ausgeschaltet',
      intro:
        'zum Anmelden bei {product} genügt jetzt wieder Ihr Passwort. Wenn Sie das waren oder uns darum gebeten haben, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort, über „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    second_factor_guessed: {
      subject: 'Jemand kennt Ihr Passwort bei {product}',
      intro:
        'jemand hat bei {product} Ihr richtiges Passwort eingegeben und danach immer wieder falsche Codes. Die Anmeldung ist nicht gelungen. Codes aus Ihrer App nehmen wir für den Rest der Stunde nicht an; Ihre Wiederherstellungscodes funktionieren weiter.',
      advice:
        'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort, über „Passwort vergessen?“ auf der Anmeldeseite. Danach funktionieren Ihre Codes gleich wieder.',
    },
    passkey_added: {
      subject: 'Ihr Konto bei {product} hat einen neuen Passkey',
      intro:
        'Sie können sich bei {product} jetzt mit einem Passkey anmelden, ohne ein Passwort einzutippen. Wenn Sie das waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, kann sich jemand anderes bei Ihrem Konto anmelden. Melden Sie sich an, entfernen Sie den Passkey unter „Sicherheit“ und wählen Sie sofort ein neues Passwort.',
    },
    passkey_removed: {
      subject: 'Ein Passkey Ihres Kontos bei {product} wurde entfernt',
      intro:
        'mit einem Ihrer Passkeys kann man sich bei {product} nicht mehr anmelden. Wenn Sie das waren oder uns darum gebeten haben, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort, über „Passwort vergessen?“ auf der Anmeldeseite.',
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
    email_change: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse bei {product}',
      intro:
        'dies wurde als neue E-Mail-Adresse Ihres Kontos bei {product} angegeben. Bitte bestätigen Sie, dass es Ihre ist; bis dahin ändert sich nichts.',
      button: 'Neue Adresse bestätigen',
      expiry: 'Dieser Link gilt {duration}.',
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihre Adresse wird nicht verwendet.',
      reason: 'Sie erhalten diese E-Mail, weil {email} als neue Adresse eines Kontos bei {product} angegeben wurde.',
    },
    email_change_notice: {
      subject: 'Jemand möchte die E-Mail-Adresse Ihres Kontos bei {product} ändern',
      intro:
        'jemand, der in Ihrem Konto bei {product} angemeldet ist, möchte dessen E-Mail-Adresse ändern. Solange die neue Adresse nicht bestätigt ist, bleibt alles, wie es ist.',
      button: 'Änderung stoppen',
      expiry: 'Dieser Link gilt {duration}, solange die neue Adresse nicht bestätigt ist.',
      ignore:
        'Wenn Sie das waren, ist hier nichts zu tun. Wenn nicht, stoppen Sie die Änderung und wählen Sie danach ein neues Passwort: Jemand anderes kann sich in Ihrem Konto anmelden.',
    },
    email_changed: {
      subject: 'Die E-Mail-Adresse Ihres Kontos bei {product} wurde geändert',
      intro:
        'Ihr Konto bei {product} hat jetzt eine andere E-Mail-Adresse; mit dieser kann sich niemand mehr anmelden. Wenn Sie das waren, ist nichts weiter zu tun.',
      button: 'Änderung rückgängig machen',
      expiry:
        'Wenn Sie das nicht waren, haben Sie {duration} Zeit, es rückgängig zu machen: Ihr Konto erhält diese Adresse zurück, alle werden abgemeldet, und Sie wählen ein neues Passwort.',
      ignore: 'So lange bleibt diese Adresse für Ihr Konto reserviert.',
      reason: 'Sie erhalten diese E-Mail, weil {email} bisher die Adresse eines Kontos bei {product} war.',
    },
    email_change_reverted: {
      subject: 'Die E-Mail-Adresse eines Kontos bei {product} wurde zurückgesetzt',
      intro: 'das Konto bei {product}, das diese E-Mail-Adresse hatte, hat wieder seine frühere.',
      advice:
        'Wenn es Ihr Konto ist und Sie das nicht wollten, liest jemand anderes die E-Mails an Ihre frühere Adresse: Sichern Sie zuerst jenes Postfach und wählen Sie dann ein neues Passwort.',
      reason: 'Sie erhalten diese E-Mail, weil {email} bisher die Adresse eines Kontos bei {product} war.',
    },
    email_in_use: {
      subject: 'Ihre E-Mail-Adresse wurde für ein anderes Konto bei {product} angegeben',
      intro:
        'jemand möchte diese E-Mail-Adresse für ein anderes Konto bei {product} verwenden. Sie gehört zu Ihrem, deshalb wurde nichts geändert.',
      advice:
        'Wenn Sie das waren, melden Sie sich mit dieser Adresse an oder wählen Sie für das andere Konto eine andere. Wenn nicht, ist nichts zu tun.',
    },
    session_stolen: {
      subject: 'Wir haben ein Gerät bei {product} abgemeldet',
      intro:
        'eine alte Anmeldung bei Ihrem Konto bei {product} wurde ein zweites Mal verwendet. Das kann heißen, dass jemand sie von einem Ihrer Geräte kopiert hat. Deshalb haben wir sie beendet; das Gerät muss sich neu anmelden.',
      advice:
        'Wenn das öfter vorkommt oder Sie das Netz oben nicht kennen, wählen Sie ein neues Passwort, über „Passwort vergessen?“ auf der Anmeldeseite. Damit werden alle Geräte abgemeldet.',
    },
    deletion_scheduled: {
      subject: 'Ihr Konto bei {product} wird gelöscht',
      intro:
        'Sie haben uns gebeten, Ihr Konto bei {product} zu löschen. Wir löschen es mit allem, was dazugehört, am {date}.',
      advice:
        'Sie haben es sich anders überlegt? Melden Sie sich vorher einfach an, dann behalten Sie Ihr Konto. Wenn Sie das nicht waren, melden Sie sich an und wählen Sie sofort ein neues Passwort.',
    },
    account_deleted: {
      subject: 'Ihr Konto bei {product} ist gelöscht',
      intro: 'Ihr Konto bei {product} ist gelöscht, mit allem, was dazugehörte. Es lässt sich nicht wiederherstellen.',
      advice: 'Sie können jederzeit gern ein neues Konto anlegen.',
      reason: 'Sie erhalten diese E-Mail, weil zu {email} ein Konto bei {product} gehörte.',
    },
  },
  copyLink: 'Der Button funktioniert nicht? Kopieren Sie diesen Link in Ihren Browser:',
  details: { time: 'Zeit', network: 'Netz', device: 'Gerät' },
  reason: 'Sie erhalten diese E-Mail, weil zu {email} ein Konto bei {product} gehört.',
  help: 'Fragen? Schreiben Sie an {support}.',
};
