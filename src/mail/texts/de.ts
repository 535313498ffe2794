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
        'Wenn Sie kein Konto erstellt haben, öffnen Sie den Link und wählen Sie „Das war ich nicht“. Wir löschen ' +
        'das Konto dann.',
      reason: 'Sie erhalten diese E-Mail, weil mit {email} ein Konto bei {product} erstellt wurde.',
    },
    password_reset: {
      subject: 'Neues Passwort für {product}',
      intro:
        'für Ihr Konto bei {product} wurde ein neues Passwort angefordert. Wenn Sie das waren, wählen Sie es jetzt.',
      button: 'Neues Passwort wählen',
      expiry: 'Dieser Link funktioniert einmal und gilt {duration}.',
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
    },
    invitation: {
      subject: 'Ihre Einladung zu {product}',
      intro: 'für Sie wurde ein Konto bei {product} angelegt. Wählen Sie ein Passwort, dann können Sie es nutzen.',
      button: 'Passwort wählen',
      expiry: 'Dieser Link funktioniert einmal und gilt {duration}.',
      ignore: 'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail. Ohne sie kann niemand das Konto nutzen.',
      reason: 'Sie erhalten diese E-Mail, weil bei {product} ein Konto für {email} angelegt wurde.',
    },
    account_made: {
      subject: 'Ihr Konto bei {product} ist bereit',
      intro: 'für Sie wurde ein Konto bei {product} angelegt. Wählen Sie ein Passwort, dann können Sie es nutzen.',
      button: 'Passwort wählen',
      expiry:
        'Dieser Link funktioniert einmal und gilt {duration}. Danach bekommen Sie mit „Passwort vergessen?“ auf der ' +
        'Anmeldeseite einen neuen.',
      ignore: 'Wenn Sie das nicht erwartet haben, ignorieren Sie diese E-Mail. Ohne sie kann niemand das Konto nutzen.',
      reason: 'Sie erhalten diese E-Mail, weil bei {product} ein Konto für {email} angelegt wurde.',
    },
    login_code: {
      subject: 'Ihr Code für die Anmeldung bei {product}',
      intro: 'geben Sie diesen Code dort ein, wo Sie die Anmeldung begonnen haben:',
      button: 'Weiter zur Anmeldung',
      expiry: 'Der Code gilt einmal, {duration} lang.',
      ignore:
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Geben Sie den Code niemandem: Wir fragen nie danach.',
    },
    second_factor_added: {
      subject: 'Eine Authenticator-App schützt jetzt Ihr Konto bei {product}',
      intro:
        'ab jetzt brauchen Sie zum Anmelden bei {product} Ihr Passwort und einen Code aus Ihrer Authenticator-App. ' +
        'Wenn Sie das waren, ist nichts weiter zu tun. Bewahren Sie Ihre Wiederherstellungscodes gut auf.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort. ' +
        'Wenn Sie sich nicht mehr anmelden können, schreiben Sie uns.',
    },
    second_factor_removed: {
      subject: 'Die Authenticator-App wurde aus Ihrem Konto bei {product} entfernt',
      intro:
        'beim Anmelden bei {product} mit Ihrem Passwort wird kein Code aus einer App mehr verlangt. Wenn Sie das ' +
        'waren oder uns darum gebeten haben, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort: ' +
        'mit „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    second_factor_guessed: {
      subject: 'Jemand kennt Ihr Passwort bei {product}',
      intro:
        'jemand hat bei {product} Ihr richtiges Passwort eingegeben und danach immer wieder falsche Codes. Die ' +
        'Anmeldung ist nicht gelungen. Bis zum Ende der Stunde nehmen wir keine Codes aus Ihrer App an. Ihre ' +
        'Wiederherstellungscodes funktionieren weiter.',
      advice:
        'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort: mit „Passwort vergessen?“ auf der ' +
        'Anmeldeseite. Danach funktionieren die Codes aus Ihrer App wieder.',
    },
    passkey_added: {
      subject: 'Ihr Konto bei {product} hat einen neuen Passkey',
      intro:
        'Sie können sich bei {product} jetzt mit einem Passkey anmelden, ganz ohne Passwort. Wenn Sie das waren, ' +
        'ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, kann sich jemand anderes in Ihrem Konto anmelden. Melden Sie sich an, entfernen ' +
        'Sie den Passkey unter „Sicherheit“ und wählen Sie sofort ein neues Passwort.',
    },
    passkey_removed: {
      subject: 'Ein Passkey Ihres Kontos bei {product} wurde entfernt',
      intro:
        'mit einem Ihrer Passkeys kann man sich bei {product} nicht mehr anmelden. Wenn Sie das waren oder uns ' +
        'darum gebeten haben, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort: ' +
        'mit „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    identity_linked: {
      subject: 'Ihr Konto bei {product} ist mit einer weiteren Anmeldung verknüpft',
      intro:
        'Sie können sich bei {product} jetzt mit Ihrem Konto bei einem anderen Dienst anmelden. Wenn Sie das waren, ' +
        'ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, kann sich jemand anderes in Ihrem Konto anmelden. Melden Sie sich an, trennen Sie ' +
        'die Anmeldung unter „Sicherheit“ und wählen Sie sofort ein neues Passwort.',
    },
    identity_auto_linked: {
      subject: 'Ihr Konto bei {product} ist mit einer Anmeldung verknüpft und hat auch ein Passwort',
      intro:
        'Sie können sich bei {product} jetzt mit Ihrem Konto bei einem anderen Dienst anmelden, weil beide diese ' +
        'E-Mail-Adresse haben. Ihr Konto bei {product} hat auch ein Passwort. Wenn Sie es nicht selbst gewählt haben, ' +
        'kennt es vielleicht jemand anderes: Wählen Sie ein neues, dann gilt das alte nicht mehr.',
      button: 'Neues Passwort wählen',
      expiry:
        'Dieser Link funktioniert einmal und gilt {duration}. Danach bekommen Sie mit „Passwort vergessen?“ auf der ' +
        'Anmeldeseite einen neuen.',
      ignore:
        'Wenn Sie das Passwort kennen, ist nichts weiter zu tun. Wenn Sie sich nicht angemeldet haben, kann sich ' +
        'jemand anderes in Ihrem Konto anmelden: Wählen Sie sofort ein neues Passwort und trennen Sie die Anmeldung ' +
        'unter „Sicherheit“.',
    },
    identity_unlinked: {
      subject: 'Eine Anmeldung wurde von Ihrem Konto bei {product} getrennt',
      intro:
        'mit einem der anderen Dienste kann man sich bei {product} nicht mehr anmelden. Wenn Sie das waren, ist ' +
        'nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort: ' +
        'mit „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    api_key_made: {
      subject: 'Mit Ihrem Konto wurde ein API-Schlüssel für {product} erstellt',
      intro:
        'mit diesem Schlüssel kann ein Programm die Verwaltung von {product} in Ihrem Namen nutzen. Wenn Sie das ' +
        'waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Melden Sie sich an, widerrufen Sie den ' +
        'Schlüssel in der Konsole unter „API-Schlüssel“ und wählen Sie sofort ein neues Passwort.',
    },
    test: {
      subject: 'Ein Test von {product}',
      intro:
        'das ist die Test-E-Mail, um die Sie gebeten haben. Ihr Mailserver nimmt E-Mails von {product} an, und so ' +
        'sehen sie aus.',
      advice: 'Sonst ist nichts zu tun.',
      reason: 'Sie bekommen diese E-Mail, weil Sie in der Konsole von {product} darum gebeten haben.',
    },
    acted_as: {
      subject: 'Die Administration nutzt gerade Ihr Konto bei {product}',
      intro:
        'die Administration von {product} kann Ihr Konto einige Minuten lang so sehen wie Sie selbst und Ihr Profil ' +
        'ändern. Ihr Passwort, Ihre E-Mail-Adresse und die Art, wie Sie sich anmelden, kann sie nicht ändern, und ' +
        'sie kann sich nicht als Sie anmelden.',
      advice:
        'Wenn Sie uns um Hilfe gebeten haben, ist nichts weiter zu tun. Wenn nicht, schreiben Sie uns. Ein neues ' +
        'Passwort beendet es sofort.',
    },
    password_changed: {
      subject: 'Ihr Passwort bei {product} wurde geändert',
      intro:
        'das Passwort Ihres Kontos bei {product} wurde soeben geändert. Wenn Sie das waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, hat jemand anderes Zugang zu Ihrem Konto. Wählen Sie sofort ein neues Passwort: ' +
        'mit „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    password_breached: {
      subject: 'Bitte ändern Sie Ihr Passwort bei {product}',
      intro:
        'das Passwort Ihres Kontos bei {product} ist aus einem Datenleck bei einem anderen Dienst bekannt. Solche ' +
        'Passwörter werden als Erstes ausprobiert.',
      advice:
        'Bitte wählen Sie ein neues Passwort, das Sie sonst nirgends verwenden: Melden Sie sich dazu an, oder nutzen ' +
        'Sie „Passwort vergessen?“ auf der Anmeldeseite.',
    },
    new_device: {
      subject: 'Neue Anmeldung bei {product}',
      intro:
        'in Ihrem Konto bei {product} hat sich gerade jemand mit einem neuen Gerät oder aus einem neuen Netz ' +
        'angemeldet. Wenn Sie das waren, ist nichts weiter zu tun.',
      advice:
        'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Wählen Sie sofort ein neues: mit „Passwort ' +
        'vergessen?“ auf der Anmeldeseite. Damit wird auch das andere Gerät abgemeldet.',
    },
    email_change: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse bei {product}',
      intro:
        'bitte bestätigen Sie dies als neue E-Mail-Adresse Ihres Kontos bei {product}. Bis dahin ändert sich nichts.',
      button: 'Neue Adresse bestätigen',
      expiry: 'Dieser Link gilt {duration}.',
      ignore: 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihre Adresse wird dann nicht verwendet.',
      reason: 'Sie erhalten diese E-Mail, weil jemand {email} für ein Konto bei {product} verwenden möchte.',
    },
    email_change_notice: {
      subject: 'Jemand möchte die E-Mail-Adresse Ihres Kontos bei {product} ändern',
      intro:
        'jemand, der in Ihrem Konto bei {product} angemeldet ist, oder unsere Administration möchte dessen ' +
        'E-Mail-Adresse ändern. Solange die neue Adresse nicht bestätigt ist, ändert sich nichts.',
      button: 'Änderung stoppen',
      expiry: 'Dieser Link gilt {duration}, längstens bis die neue Adresse bestätigt ist.',
      ignore:
        'Wenn Sie das waren oder uns darum gebeten haben, ist nichts weiter zu tun. Wenn nicht, kann sich ' +
        'vielleicht jemand anderes in Ihrem Konto anmelden. Stoppen Sie die Änderung und wählen Sie dann ein neues ' +
        'Passwort.',
    },
    email_changed: {
      subject: 'Die E-Mail-Adresse Ihres Kontos bei {product} wurde geändert',
      intro:
        'Ihr Konto bei {product} hat jetzt eine andere E-Mail-Adresse. Mit dieser hier kann sich niemand mehr ' +
        'anmelden. Wenn Sie das waren oder uns darum gebeten haben, ist nichts weiter zu tun.',
      button: 'Änderung rückgängig machen',
      expiry:
        'Wenn nicht, haben Sie {duration} Zeit, die Änderung rückgängig zu machen. Ihr Konto bekommt dann diese ' +
        'Adresse zurück, alle werden abgemeldet, und Sie wählen ein neues Passwort.',
      ignore: 'So lange halten wir diese Adresse für Ihr Konto frei.',
      reason: 'Sie erhalten diese E-Mail, weil {email} bisher die Adresse eines Kontos bei {product} war.',
    },
    email_change_reverted: {
      subject: 'Die E-Mail-Adresse eines Kontos bei {product} wurde zurückgeändert',
      intro: 'das Konto bei {product} mit dieser E-Mail-Adresse hat jetzt wieder seine alte.',
      advice:
        'Wenn es Ihr Konto ist und Sie das nicht waren, kann jemand anderes die E-Mails an Ihre alte Adresse lesen. ' +
        'Sichern Sie zuerst dieses Postfach und wählen Sie dann ein neues Passwort.',
      reason: 'Sie erhalten diese E-Mail, weil {email} bisher die Adresse eines Kontos bei {product} war.',
    },
    email_in_use: {
      subject: 'Jemand möchte Ihre E-Mail-Adresse für ein anderes Konto bei {product} verwenden',
      intro:
        'jemand möchte diese E-Mail-Adresse für ein anderes Konto bei {product} verwenden. Sie gehört schon zu ' +
        'Ihrem Konto, deshalb wurde nichts geändert.',
      advice:
        'Wenn Sie das waren, melden Sie sich mit dieser Adresse an oder wählen Sie für das andere Konto eine ' +
        'andere. Wenn nicht, ist nichts weiter zu tun.',
    },
    session_stolen: {
      subject: 'Wir haben ein Gerät bei {product} abgemeldet',
      intro:
        'eine alte Anmeldung in Ihrem Konto bei {product} wurde noch einmal verwendet. Vielleicht hat jemand sie ' +
        'von einem Ihrer Geräte kopiert. Deshalb haben wir sie beendet. Bitte melden Sie sich auf dem Gerät neu an.',
      advice:
        'Wenn das noch einmal vorkommt oder Sie das Netz oben nicht kennen, wählen Sie ein neues Passwort: mit ' +
        '„Passwort vergessen?“ auf der Anmeldeseite. Damit werden alle Geräte abgemeldet.',
    },
    deletion_scheduled: {
      subject: 'Ihr Konto bei {product} wird gelöscht',
      intro:
        'Sie haben uns gebeten, Ihr Konto bei {product} zu löschen. Wir löschen es mit allem, was dazugehört, am ' +
        '{date}.',
      advice:
        'Sie haben es sich anders überlegt? Melden Sie sich bis dahin an, dann bleibt Ihr Konto bestehen. Wenn Sie ' +
        'das nicht waren, melden Sie sich an und wählen Sie sofort ein neues Passwort.',
    },
    account_deleted: {
      subject: 'Ihr Konto bei {product} ist gelöscht',
      intro: 'Ihr Konto bei {product} ist gelöscht, mit allem, was dazugehörte. Es lässt sich nicht wiederherstellen.',
      advice: 'Sie können jederzeit gern ein neues Konto erstellen.',
      reason: 'Sie erhalten diese E-Mail, weil zu {email} ein Konto bei {product} gehörte.',
    },
  },
  copyLink: 'Der Button funktioniert nicht? Kopieren Sie diesen Link in Ihren Browser:',
  details: { time: 'Wann', network: 'Netz', device: 'Gerät', key: 'Schlüssel', reason: 'Grund', provider: 'Dienst' },
  reason: 'Sie erhalten diese E-Mail, weil zu {email} ein Konto bei {product} gehört.',
  help: 'Fragen? Schreiben Sie an {support}.',
};
