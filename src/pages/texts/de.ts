import { lifetimeInWords } from '../../tokens/purposes-and-lifetimes.ts';
import type { Texts } from './en.ts';

const verificationLifetime = lifetimeInWords('account_verification', 'de');
const codeLifetime = lifetimeInWords('login_code', 'de');
const resetLifetime = lifetimeInWords('password_reset', 'de');
const invitationLifetime = lifetimeInWords('invitation', 'de');
const confirmLifetime = lifetimeInWords('email_change', 'de');
const stopLifetime = lifetimeInWords('email_change_stop', 'de');
const revertLifetime = lifetimeInWords('email_change_revert', 'de');

export const de: Texts = {
  actions: {
    choose: 'Bitte wählen …',
    register: 'Konto erstellen',
    login: 'Anmelden',
    logout: 'Abmelden',
    account: 'Zu Ihrem Konto',
    backToLogin: 'Zurück zur Anmeldung',
    sendLink: 'Neuen Link senden',
    openInbox: 'Entwickler-Postfach öffnen',
    openMailbox: '{provider} öffnen',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
  },
  fields: {
    full_name: 'Vor- und Nachname',
    email: 'E-Mail',
    phone_number: 'Telefonnummer',
    phone_country: 'Land der Telefonnummer',
    industry: 'Branche',
    optional: '{field} (optional)',
    profile_image_url: 'Profilbild',
    password: 'Passwort',
    current_password: 'Aktuelles Passwort',
    new_password: 'Neues Passwort',
    typed_email: 'Geben Sie zur Bestätigung Ihre E-Mail-Adresse ein',
    passkey_name: 'Name des Passkeys',
    code: 'Code aus Ihrer Authenticator-App',
  },
  hints: {
    full_name: '',
    email: '',
    phone_number: 'Die Ländervorwahl ergänzen wir für Sie.',
    industry: '',
    profile_image_url: 'Fügen Sie einen Link zu einem Bild im Web ein.',
  },
  rules: {
    title: 'Ihr Passwort braucht',
    length: 'mindestens 8 Zeichen',
    uppercase: 'einen Großbuchstaben',
    digit: 'eine Ziffer',
  },
  layout: {
    language: 'Sprache',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    support: 'Hilfe',
    reference: 'API-Referenz',
    needsScript: 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
    late:
      'Die Seite ist noch nicht fertig geladen, deshalb funktionieren die Buttons noch nicht. Bitte warten Sie ' +
      'kurz oder laden Sie die Seite neu.',
    development: 'Entwicklung: Es ist kein Mailserver eingerichtet, alle E-Mails landen im Entwickler-Postfach.',
  },
  home: {
    shortTitle: 'Willkommen',
    title: 'Willkommen bei {product}',
    lead: 'Melden Sie sich an oder erstellen Sie ein Konto.',
    leadToLogin: 'Melden Sie sich an.',
    signedInTitle: 'Willkommen zurück, {name}',
    signedInLead: 'Sie sind als {email} angemeldet.',
  },
  register: {
    title: 'Konto erstellen',
    lead:
      'Das dauert nur eine Minute. Danach bestätigen Sie Ihr Konto über einen Link, den wir Ihnen per E-Mail ' +
      'senden.',
    haveAccount: 'Sie haben schon ein Konto?',
    agreement: 'Mit dem Erstellen des Kontos akzeptieren Sie die {terms}.',
    agreementWithPrivacy: 'Mit dem Erstellen des Kontos akzeptieren Sie die {terms} und die {privacy}.',
    termsName: 'Nutzungsbedingungen',
    privacyName: 'Datenschutzerklärung',
    doneTitle: 'Schauen Sie in Ihr Postfach',
    done:
      'Wir haben eine E-Mail an {email} gesendet. Öffnen Sie den Link darin, um Ihr Konto zu bestätigen. Er ' +
      `gilt ${verificationLifetime}.`,
    goesOn: 'Lassen Sie diese Seite offen: Sobald Sie bestätigt haben, geht es hier von selbst weiter.',
    notArrived: 'Keine E-Mail da? Schauen Sie im Spam-Ordner nach oder lassen Sie sich einen neuen Link senden.',
    wrongAddress: 'Falsche Adresse? Ändern',
  },
  login: {
    detailsTitle: 'Es fehlt noch etwas',
    detailsLead: 'Diese Angaben brauchen wir noch. Wir fragen nur einmal danach.',
    title: 'Anmelden',
    agreement: 'Mit der Anmeldung akzeptieren Sie die {terms}.',
    withPasskey: 'Mit Passkey anmelden',
    or: 'oder',
    keep: 'Angemeldet bleiben',
    forgot: 'Passwort vergessen?',
    back: 'Zurück',
    noAccount: 'Neu hier?',
    unverifiedTitle: 'Bestätigen Sie zuerst Ihr Konto',
    unverified:
      'Öffnen Sie den Link, den wir an {email} gesendet haben. Keine E-Mail da? Schauen Sie auch im Spam-Ordner nach.',
  },
  identities: {
    continueWith: 'Weiter mit {provider}',
    lastUsed: 'Zuletzt verwendet',
    title: 'Mit {provider} anmelden',
    returning: 'Einen Moment',
    lostTitle: 'Diese Anmeldung geht hier nicht weiter',
    lost: 'Sie wurde in einem anderen Tab oder Browser begonnen oder ist zu lange her. Bitte beginnen Sie noch einmal.',
    cancelled:
      'Sie haben sich nicht mit {provider} angemeldet. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    linkFirst: 'Es gibt schon ein Konto mit {email}. Melden Sie sich dort an, dann verknüpfen wir {provider}.',
    closed:
      'Mit {provider} meldet sich hier kein Konto an. Wenn Sie eines haben, melden Sie sich anders an und ' +
      'verknüpfen Sie {provider} auf Ihrer Kontoseite.',
    linkedTitle: '{provider} ist verknüpft',
    notLinkedTitle: '{provider} ist nicht verknüpft',
    otherAccount:
      'Sie haben sich als {email} angemeldet, {provider} kennt Sie aber als {stated}. Verknüpfen können Sie es auf ' +
      'Ihrer Kontoseite unter „Anmeldemethoden“.',
    registerLead: 'Sie sind neu hier. Bitte prüfen Sie diese Angaben und ergänzen Sie, was fehlt.',
    expired: 'Das hat zu lange gedauert. Bitte gehen Sie noch einmal über {provider}: Ihre Eingaben bleiben erhalten.',
    haveAccount: 'Haben Sie schon ein Konto?',
    logInAndLink: 'Anmelden und {provider} verknüpfen',
  },
  emailLogin: {
    begin: 'Mit einem Code per E-Mail anmelden',
    addressFirst: 'Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen Code.',
    title: 'Sehen Sie in Ihr Postfach',
    sent: `Wenn es ein Konto mit {email} gibt, haben wir einen Code dorthin gesendet. Er gilt ${codeLifetime}.`,
    code: 'Code aus der E-Mail',
    wrong: 'Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn, oder fordern Sie einen neuen an.',
    again: 'Neuen Code senden',
    sentAgain: 'Wir haben einen neuen Code gesendet. Frühere gelten nicht mehr.',
    hereLead: 'Sie haben in diesem Browser einen Code für {email} angefordert.',
    orThere: 'Haben Sie auf einem anderen Gerät begonnen? Geben Sie den Code dort ein:',
    thereTitle: 'Ihr Anmeldecode',
    thereLead: 'Geben Sie diesen Code dort ein, wo Sie die Anmeldung begonnen haben. Geben Sie ihn niemandem weiter.',
    lostTitle: 'Dieser Link ist unvollständig',
    lost: 'Öffnen Sie ihn noch einmal aus der E-Mail, oder fordern Sie einen neuen Code an.',
  },
  verify: {
    title: 'Konto bestätigen',
    lead: 'Mit Ihrer E-Mail-Adresse wurde ein Konto erstellt. Waren Sie das?',
    leadWithEmail: 'Mit der Adresse {email} wurde ein Konto erstellt. Waren Sie das?',
    registration: 'Erstellt von {name} am {date}.',
    confirm: 'Ja, Konto bestätigen',
    decline: 'Das war ich nicht',
    declineHint: 'Wenn Sie das nicht waren, löschen wir das Konto.',
    declinedTitle: 'Das Konto ist gelöscht',
    declined: 'Danke für den Hinweis. Ihre E-Mail-Adresse wird hier nicht mehr verwendet.',
    doneTitle: 'Ihr Konto ist bestätigt',
    done: 'Vielen Dank. Sie können sich jetzt anmelden.',
    doneForApp: 'Vielen Dank. Melden Sie sich jetzt mit dem neuen Konto bei {app} an.',
    toApp: 'Weiter zu {app}',
    loggedIn: 'Vielen Dank. Sie sind angemeldet.',
    goOn: 'Weiter',
    alreadyTitle: 'Ihr Konto ist schon bestätigt',
    already: 'Hier ist nichts mehr zu tun. Sie können sich anmelden.',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expired:
      `Links zum Bestätigen eines Kontos gelten ${verificationLifetime}. Geben Sie Ihre E-Mail-Adresse ein, ` +
      'dann senden wir Ihnen einen neuen.',
    brokenTitle: 'Dieser Link ist unvollständig',
    broken:
      'Versuchen Sie es noch einmal mit dem Button in der E-Mail. Oder geben Sie Ihre E-Mail-Adresse ein, ' +
      'dann senden wir Ihnen einen neuen Link.',
    suspendedTitle: 'Dieses Konto ist gesperrt',
    suspended: 'Deshalb lässt es sich nicht bestätigen. Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
  },
  forgot: {
    title: 'Passwort vergessen?',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein, dann senden wir Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
    send: 'Link senden',
    doneTitle: 'Schauen Sie in Ihr Postfach',
    done:
      'Wenn es zu {email} ein Konto gibt, haben wir einen Link dorthin gesendet. Er funktioniert einmal und ' +
      `gilt ${resetLifetime}. Keine E-Mail da? Schauen Sie auch im Spam-Ordner nach.`,
    again: 'Erneut senden oder andere Adresse verwenden',
  },
  reset: {
    title: 'Neues Passwort wählen',
    lead: 'Damit werden Sie überall sonst abgemeldet.',
    save: 'Neues Passwort speichern',
    doneTitle: 'Ihr Passwort ist geändert',
    done: 'Sie können sich jetzt mit dem neuen Passwort anmelden.',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expired: `Links für ein neues Passwort gelten ${resetLifetime}.`,
    usedTitle: 'Dieser Link gilt nicht mehr',
    used: 'Er wurde schon verwendet, oder das Passwort wurde inzwischen geändert.',
    brokenTitle: 'Dieser Link ist unvollständig',
    broken: 'Versuchen Sie es noch einmal mit dem Button in der E-Mail oder fordern Sie einen neuen Link an.',
    askAgain: 'Neuen Link anfordern',
  },
  invitation: {
    title: 'Passwort wählen',
    lead: 'Ihr Konto ist bereit. Wählen Sie ein Passwort, dann können Sie es nutzen.',
    leadWithEmail: 'Ihr Konto für {email} ist bereit. Wählen Sie ein Passwort, dann können Sie es nutzen.',
    save: 'Passwort speichern',
    complete: {
      title: 'Konto vervollständigen',
      lead: 'Ihr Konto für {email} braucht noch ein paar Angaben und ein Passwort.',
      save: 'Konto vervollständigen',
    },
    doneTitle: 'Alles bereit',
    done: 'Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden.',
    expiredTitle: 'Diese Einladung ist abgelaufen',
    expired: `Einladungen gelten ${invitationLifetime}. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.`,
    usedTitle: 'Diese Einladung gilt nicht mehr',
    used: 'Sie haben schon ein Passwort gewählt, oder das Konto gibt es nicht mehr.',
    brokenTitle: 'Dieser Link ist unvollständig',
    broken: 'Versuchen Sie es noch einmal mit dem Button in der E-Mail.',
  },
  emailChange: {
    broken: 'Bitte versuchen Sie es mit dem Button in der E-Mail noch einmal.',
    confirm: {
      title: 'Neue E-Mail-Adresse bestätigen',
      lead: 'Möchten Sie diese Adresse ab jetzt für Ihr Konto verwenden?',
      leadWithEmail: 'Möchten Sie {email} ab jetzt für Ihr Konto verwenden?',
      press: 'Neue Adresse bestätigen',
      doneTitle: 'Ihre E-Mail-Adresse ist geändert',
      done: 'Melden Sie sich ab jetzt mit der neuen Adresse an. Ihre anderen Geräte sind abgemeldet.',
      keptTitle: 'Womit man sich noch anmelden kann',
      kept:
        'Auch mit dem Passwort. ' +
        'Gehört Ihnen etwas davon nicht, wählen Sie ein neues Passwort und entfernen Sie es in Ihrem Konto.',
      alreadyTitle: 'Ihre E-Mail-Adresse ist schon geändert',
      takenTitle: 'Diese Adresse kann nicht verwendet werden',
      taken:
        'Sie gehört inzwischen zu einem anderen Konto. Ihre Adresse bleibt unverändert. In Ihrem Konto ' +
        'können Sie eine andere wählen.',
      expired:
        `Links zum Bestätigen einer neuen Adresse gelten ${confirmLifetime}. In Ihrem Konto können Sie einen ` +
        'neuen anfordern.',
      used:
        'Die Änderung wurde gestoppt oder durch eine neuere ersetzt, oder das Passwort wurde inzwischen ' +
        'geändert. In Ihrem Konto können Sie es noch einmal versuchen.',
      suspended:
        'Deshalb lässt sich seine E-Mail-Adresse nicht ändern. Wenn Sie das für einen Irrtum halten, ' +
        'schreiben Sie uns bitte.',
    },
    stop: {
      title: 'Adressänderung stoppen?',
      lead:
        'Jemand, der in Ihrem Konto angemeldet ist, möchte dessen E-Mail-Adresse ändern. Wenn Sie das nicht ' +
        'waren, stoppen Sie die Änderung. Ihre Adresse bleibt dann unverändert, und alle werden abgemeldet.',
      press: 'Änderung stoppen',
      doneTitle: 'Die Änderung ist gestoppt',
      done:
        'Ihre Adresse bleibt unverändert, und alle sind abgemeldet. Wählen Sie jetzt ein neues Passwort, denn ' +
        'jemand anderes konnte sich in Ihrem Konto anmelden.',
      lateTitle: 'Die Adresse ist schon geändert',
      late: 'Wir haben Ihnen dazu eine neuere E-Mail gesendet. Mit dem Link darin machen Sie die Änderung rückgängig.',
      expired:
        `Links zum Stoppen einer Änderung gelten ${stopLifetime}. Wurde die Adresse inzwischen geändert, ` +
        'können Sie das über den Link in einer neueren E-Mail rückgängig machen.',
      used:
        'Es gibt keine Änderung mehr zu stoppen. Wenn sich jemand anderes in Ihrem Konto anmelden konnte, ' +
        'wählen Sie ein neues Passwort.',
    },
    revert: {
      title: 'Adressänderung rückgängig machen?',
      lead:
        'Ihr Konto bekommt seine alte Adresse zurück, und alle werden abgemeldet. Passkeys, eine ' +
        'Authenticator-App und API-Schlüssel werden entfernt, wenn sie in der Woche vor der Änderung oder ' +
        'danach hinzugefügt wurden. Danach senden wir Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
      leadWithEmail:
        'Ihr Konto bekommt die Adresse {email} zurück, und alle werden abgemeldet. Passkeys, eine ' +
        'Authenticator-App und API-Schlüssel werden entfernt, wenn sie in der Woche vor der Änderung oder ' +
        'danach hinzugefügt wurden. Danach senden wir Ihnen einen Link, mit dem Sie ein neues Passwort ' +
        'wählen.',
      press: 'Änderung rückgängig machen',
      doneTitle: 'Ihr Konto hat wieder seine alte Adresse',
      done:
        'Alle sind abgemeldet, und das bisherige Passwort gilt nicht mehr. Schauen Sie in Ihr Postfach: Wir ' +
        'haben Ihnen einen Link für ein neues gesendet.',
      takenTitle: 'Die Änderung lässt sich nicht rückgängig machen',
      taken:
        'Die alte Adresse gehört inzwischen zu einem anderen Konto. Wenn Sie Hilfe brauchen, schreiben Sie uns bitte.',
      expired:
        `Eine Adressänderung lässt sich nur ${revertLifetime} lang rückgängig machen. Wenn sie nicht von Ihnen ` +
        'kam, schreiben Sie uns bitte.',
      used: 'Die Änderung wurde schon rückgängig gemacht.',
    },
    review: {
      removedTitle: 'Entfernt',
      removed:
        'Seit dem {date} hinzugekommen und darum vielleicht nicht von Ihnen. Was Ihnen gehörte, fügen Sie in ' +
        'Ihrem Konto wieder hinzu.',
      keptTitle: 'Noch vorhanden',
      kept: 'Was Ihnen nicht gehört, entfernen Sie in Ihrem Konto.',
      session: 'Gerät',
      passkey: 'Passkey',
      authenticator_app: 'Authenticator-App',
      recovery_codes: 'Wiederherstellungscodes',
      identity: 'Anmeldung mit einem anderen Dienst',
      api_key: 'API-Schlüssel',
      added: 'hinzugefügt am {date}',
      loggedIn: 'angemeldet am {date}',
    },
  },
  account: {
    title: 'Ihr Konto',
    console: 'Konsole',
    loading: 'Ihr Konto wird geladen …',
    since: 'Mitglied seit {date}',
    id: 'Konto-ID',
    copyId: 'Konto-ID kopieren',
    idCopied: 'Die Konto-ID ist kopiert.',
    sections: { profile: 'Profil', security: 'Sicherheit', data: 'Daten' },
    sectionsLabel: 'Bereiche Ihres Kontos',
    profile: 'Über Sie',
    ownFields: 'Weitere Angaben',
    ownFieldMissing: 'Hier fehlt noch etwas. Bitte füllen Sie es aus.',
    given: 'Nur Administratoren können das ändern:',
    yes: 'Ja',
    no: 'Nein',
    pictureFailed:
      'Dieses Bild lässt sich nicht anzeigen. Bitte prüfen Sie den Link. So lange zeigen wir Ihre Initialen.',
    addressLead: 'Mit dieser Adresse melden Sie sich an, und dorthin senden wir unsere E-Mails.',
    save: 'Änderungen speichern',
    password: 'Passwort',
    noPassword: 'Sie melden sich ohne Passwort an.',
    choosePassword: 'Link zum Wählen eines Passworts senden',
    choosePasswordSent: 'Der Link ist unterwegs an {email}.',
    passwordLead: 'Wenn Sie es ändern, werden Sie überall sonst abgemeldet.',
    passwordLeadWithApp: 'Wenn Sie es ändern, werden Sie überall abgemeldet, auch auf diesem Gerät.',
    changePassword: 'Passwort ändern',
    unavailableTitle: 'Ihr Konto lässt sich gerade nicht anzeigen',
    retry: 'Noch einmal versuchen',
  },
  secondFactor: {
    title: 'Anmeldung in zwei Schritten',
    lead: 'Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern ein, die sie zeigt.',
    goesOn: 'Nach der sechsten Ziffer geht es von selbst weiter.',
    useRecovery: 'Stattdessen einen Wiederherstellungscode verwenden',
    recoveryLead: 'Geben Sie einen der Wiederherstellungscodes ein, die Sie gesichert haben. Jeder gilt einmal.',
    recoveryCode: 'Wiederherstellungscode',
    useApp: 'Stattdessen die Authenticator-App verwenden',
  },
  factorSetup: {
    title: 'Zweiten Faktor einrichten',
    lead: 'Richten Sie eines davon ein, um dieses Konto zu verwenden. Danach geht es weiter.',
    passkeyAdded: 'Ihr Passkey ist eingerichtet. Melden Sie sich einmal damit an, dann sind Sie fertig.',
    logIn: 'Mit dem Passkey anmelden',
    done: 'Alles bereit. Sie können Ihr Konto jetzt verwenden.',
  },
  authenticator: {
    title: 'Authenticator-App',
    lead:
      'Mit einer App auf Ihrem Telefon melden Sie sich mit Passwort und Code an. Wer nur Ihr Passwort kennt, ' +
      'kommt nicht hinein.',
    add: 'App einrichten',
    scan: 'Scannen Sie dieses Bild mit Ihrer Authenticator-App.',
    picture: 'QR-Code für Ihre Authenticator-App',
    orType: 'Oder geben Sie diesen Schlüssel in der App ein:',
    copyKey: 'Schlüssel kopieren',
    keyCopied: 'Der Schlüssel ist kopiert.',
    sameDevice: 'In der App auf diesem Gerät öffnen',
    confirmLead: 'Geben Sie dann die sechs Ziffern ein, die die App zeigt.',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesLead:
      'Bewahren Sie sie an einem sicheren Ort auf. Falls Sie Ihr Telefon verlieren, kommen Sie mit jedem ' +
      'einmal in Ihr Konto. Hier sehen Sie sie nicht noch einmal.',
    copy: 'Kopieren',
    copied: 'Die Codes sind kopiert.',
    print: 'Drucken',
    download: 'Herunterladen',
    fileTitle: '{product}: Wiederherstellungscodes für {email}. Jeder gilt einmal.',
    saved: 'Ich habe sie gesichert',
    active: 'In Verwendung',
    codesLeft: 'Übrige Wiederherstellungscodes: {count}',
    renew: 'Neue Wiederherstellungscodes erstellen',
    replace: 'Andere App verwenden',
    remove: 'Entfernen …',
    removeQuestion:
      'Möchten Sie die Authenticator-App entfernen? Zum Anmelden genügt dann wieder Ihr Passwort, Ihre ' +
      'Wiederherstellungscodes gelten nicht mehr, und Ihre anderen Geräte werden abgemeldet.',
    removeConfirm: 'App entfernen',
    removed: 'Die Authenticator-App ist entfernt.',
  },
  picture: {
    lead: 'Wählen Sie ein Foto, wir schneiden es quadratisch zu. Ohne Bild zeigen wir Ihre Initialen.',
    upload: 'Bild hochladen',
    uploading: 'Ihr Bild wird hochgeladen …',
    useLink: 'Link verwenden',
    remove: 'Bild entfernen',
    saved: 'Ihr Bild ist gespeichert.',
    removed: 'Ihr Bild ist entfernt.',
    unreadable:
      'Diese Datei kann nicht als Bild verwendet werden. Bitte wählen Sie eine JPEG-, PNG- oder WebP-Datei ' +
      'mit höchstens 30 MB.',
  },
  addressChange: {
    newAddress: 'Neue E-Mail-Adresse',
    hint: 'Wir senden einen Link dorthin. Ihre Adresse ändert sich, sobald Sie ihn öffnen.',
    ask: 'Adresse ändern',
    waiting: 'Noch nicht bestätigt',
    asked:
      'Wenn diese Adresse verwendet werden kann, haben wir einen Link dorthin gesendet. Er gilt bis {time} ' +
      'Uhr. Solange Sie ihn nicht öffnen, ändert sich nichts.',
    sendAgain: 'Erneut senden',
    sentAgain: 'Wenn die Adresse verwendet werden kann, ist ein neuer Link unterwegs. Der frühere gilt nicht mehr.',
    cancel: 'Änderung abbrechen',
    cancelled: 'Die Änderung ist abgebrochen. Ihre Adresse bleibt, wie sie ist.',
    changed: 'Ihre E-Mail-Adresse ist geändert.',
  },
  export: {
    title: 'Ihre Daten',
    lead: 'Eine Datei mit allem, was wir zu Ihrem Konto speichern, außer Passwörtern und Schlüsseln.',
    download: 'Meine Daten herunterladen',
    done: 'Sie finden die Datei in Ihren Downloads.',
  },
  deletion: {
    title: 'Konto löschen',
    lead: 'Ihr Konto und Ihre Daten werden sofort gelöscht. Das lässt sich nicht rückgängig machen.',
    leadWithGrace:
      'Wenn Sie das heute tun, werden Ihr Konto und Ihre Daten am {date} gelöscht. Sie überlegen es sich ' +
      'anders? Melden Sie sich bis dahin an, dann bleibt Ihr Konto bestehen.',
    open: 'Konto löschen …',
    consequences:
      'Ihr Konto und Ihre Daten werden am {date} gelöscht. Sie überlegen es sich anders? Melden Sie sich bis ' +
      'dahin an, dann bleibt Ihr Konto bestehen.',
    question: 'Möchten Sie Ihr Konto löschen?',
    everywhere: 'Sie werden überall abgemeldet.',
    press: 'Mein Konto löschen',
    cancel: 'Konto behalten',
    deletedTitle: 'Ihr Konto ist gelöscht',
    deleted: 'Ihre Daten sind es auch. Eine letzte E-Mail bestätigt Ihnen das. Vielen Dank und auf Wiedersehen.',
    scheduledTitle: 'Ihr Konto wird gelöscht',
    scheduled:
      'Das geschieht am {date}. Sie überlegen es sich anders? Melden Sie sich bis dahin an, dann bleibt Ihr ' +
      'Konto bestehen.',
    keptTitle: 'Ihr Konto bleibt bestehen',
    kept: 'Es sollte gelöscht werden. Weil Sie sich angemeldet haben, passiert das nicht.',
  },
  passkeys: {
    title: 'Passkeys',
    lead: 'Melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts.',
    none: 'Sie haben noch keine Passkeys.',
    unsupported: 'Dieser Browser kann hier keine Passkeys hinzufügen.',
    add: 'Passkey hinzufügen',
    added: 'Der Passkey „{name}“ ist hinzugefügt. Ab jetzt können Sie sich damit anmelden.',
    synced: 'Synchronisiert',
    onOneDevice: 'Auf einem Gerät',
    created: 'Hinzugefügt: {time}',
    used: 'Zuletzt benutzt: {time}',
    unused: 'Noch nicht benutzt',
    rename: 'Umbenennen',
    renameNamed: '{name} umbenennen',
    renameTitle: 'Passkey umbenennen',
    save: 'Speichern',
    renamed: 'Der Passkey ist umbenannt.',
    remove: 'Entfernen',
    removeNamed: '{name} entfernen',
    removeQuestion: 'Diesen Passkey entfernen?',
    removeLead: 'Sie können sich dann nicht mehr damit anmelden, und Ihre anderen Geräte werden abgemeldet.',
    removed: 'Der Passkey ist entfernt.',
    cancel: 'Abbrechen',
  },
  devices: {
    title: 'Geräte',
    lead: 'Diese Geräte sind in Ihrem Konto angemeldet.',
    current: 'Dieses Gerät',
    unknown: 'Unbekanntes Gerät',
    used: 'Zuletzt benutzt: {time}',
    end: 'Abmelden',
    endNamed: '{device} abmelden',
    ended: 'Das Gerät ist abgemeldet.',
    endOthers: 'Alle anderen Geräte abmelden',
    othersEnded: 'Alle anderen Geräte sind abgemeldet.',
  },
  apps: {
    title: 'Verbundene Apps',
    lead: 'Apps, die Sie mit Ihrem Konto nutzen, und was sie können.',
    none: 'Sie haben Ihr Konto noch mit keiner App genutzt.',
    since: 'Seit {time}',
    used: 'Zuletzt benutzt: {time}',
    remove: 'Entfernen',
    removeNamed: '{app} entfernen',
    removeQuestion: 'Diese App entfernen?',
    removeLead:
      'Sie kann Ihr Konto dann nicht mehr nutzen. Wenn Sie sich wieder bei ihr anmelden, steht sie wieder in ' +
      'dieser Liste.',
    removed: 'Die App ist entfernt.',
    cancel: 'Abbrechen',
  },
  loginMethods: {
    title: 'Anmeldemethoden',
    lead: 'Konten bei anderen Diensten, mit denen Sie sich hier anmelden.',
    none: 'Noch keine.',
    link: '{service} verknüpfen',
    linked: 'Sie können sich jetzt mit {service} anmelden.',
    since: 'Verknüpft: {time}',
    used: 'Zuletzt benutzt: {time}',
    unlink: 'Trennen',
    unlinkNamed: '{service} trennen',
    unlinkQuestion: 'Diese Anmeldung trennen?',
    unlinkLead: 'Sie können sich dann nicht mehr damit anmelden, und Ihre anderen Geräte werden abgemeldet.',
    unlinked: 'Die Anmeldung ist getrennt.',
    lastWayIn:
      'Sie kämen sonst nicht mehr in Ihr Konto. Bitte setzen Sie zuerst über „Passwort vergessen?“ ein Passwort.',
    cancel: 'Abbrechen',
  },
  confirmIdentity: {
    title: 'Bitte bestätigen Sie, dass Sie es sind',
    lead: 'Zum Schutz Ihres Kontos bitten wir Sie, sich noch einmal anzumelden.',
    confirm: 'Bestätigen',
    usePasskey: 'Passkey verwenden',
    logInAgainLead:
      'Zum Schutz Ihres Kontos ist dafür eine neue Anmeldung nötig. Melden Sie sich neu an, und kommen Sie dann zurück.',
    logInAgain: 'Neu anmelden',
    useProvider: 'Mit {provider} bestätigen',
    leaves: 'Der andere Dienst öffnet sich anstelle dieser Seite. Was Sie nicht gespeichert haben, geht verloren.',
    done: 'Danke, Sie sind es',
    doneLead: 'Sie können jetzt mit dem weitermachen, was Sie vorhatten.',
    goOn: 'Weiter',
    cancelled:
      'Sie haben sich nicht mit {provider} angemeldet. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    old_login: '{provider} hat keine neue Anmeldung verlangt. Bitte wählen Sie einen anderen Weg.',
    cancel: 'Abbrechen',
  },
  connect: {
    app: 'weiter zu {app}',
    title: 'Weiter',
    wait: 'Einen Moment bitte.',
    consentTitle: '{app} Ihr Konto nutzen lassen?',
    consentLead: 'Sie sind als {email} angemeldet. Wenn Sie es erlauben, kann die App:',
    scopes: {
      openid: 'Sie wiedererkennen, wenn Sie zurückkommen',
      profile: 'Ihren Namen, Ihr Profilbild und Ihre Sprache sehen',
      email: 'Ihre E-Mail-Adresse sehen',
      phone: 'Ihre Telefonnummer sehen',
      offline_access: 'verbunden bleiben, bis Sie sich hier abmelden',
    },
    stranger: 'Diese App kommt von {host}. Erlauben Sie es nur, wenn Sie wissen, wer das ist.',
    onDevice: 'Diese App läuft auf Ihrem Computer. Fahren Sie nur fort, wenn Sie sie gerade selbst gestartet haben.',
    leadsTo: 'Danach geht es weiter zu {address}.',
    resource: '{server} in Ihrem Namen nutzen',
    resourceScopes: '{server} in Ihrem Namen nutzen: {scopes}',
    allow: 'Erlauben',
    deny: 'Nicht erlauben',
    expiredTitle: 'Bitte beginnen Sie neu',
    expired:
      'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte gehen Sie ' +
      'zurück zur App und melden Sie sich von dort an.',
    errorTitle: 'Dieser Link der App funktioniert nicht',
    error:
      'Die App hat etwas geschickt, das wir nicht annehmen können. Deshalb können wir Sie nicht zu ihr ' +
      'zurückbringen. Wenn es wieder passiert, sagen Sie es bitte den Betreibern der App:',
    maybeLoggedIn: 'Vielleicht sind Sie noch angemeldet.',
    inDevelopment: 'Nur in der Entwicklung zu sehen:',
    received: 'Empfangen',
    registered: 'Registriert',
    nothing: 'nichts',
    logoutTitle: 'Abmelden?',
    logoutLead:
      'Eine App möchte Sie abmelden. Sie werden hier abgemeldet und in allen Apps, die Sie mit dieser ' +
      'Anmeldung nutzen.',
    logout: 'Abmelden',
    stay: 'Angemeldet bleiben',
    loggedOutTitle: 'Sie sind abgemeldet',
    loggedOut: 'Sie können diese Seite schließen.',
    noAppTitle: 'Sie sind in keiner App angemeldet',
    noApp: 'In Ihrem Konto sind Sie auf diesem Gerät vielleicht noch angemeldet.',
    toStart: 'Zur Startseite',
  },
  notFound: {
    title: 'Diese Seite gibt es nicht',
    lead: 'Vielleicht ist ein Tippfehler in der Adresse, oder die Seite ist umgezogen.',
    home: 'Zur Startseite',
  },
  messages: {
    actingAs: 'Sie handeln bis {time} als {name}.',
    stopActing: 'Beenden',
    ownerOnly: 'Das kann nur der Inhaber des Kontos. Sie handeln an seiner Stelle.',
    required: 'Bitte füllen Sie dieses Feld aus.',
    invalidEmail: 'Bitte geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel name@example.com.',
    invalidIdentity: 'Diese Anmeldung ließ sich nicht bestätigen. Bitte beginnen Sie noch einmal.',
    providerUnavailable: 'Der andere Dienst antwortet nicht. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
    providerMisconfigured:
      'Die Anmeldung mit diesem Dienst funktioniert zurzeit nicht. Das müssen wir beheben. Bitte wählen Sie einen ' +
      'anderen Weg.',
    identityTaken: 'Diese Anmeldung gehört zu einem anderen Konto.',
    providerNotFound: 'Mit diesem Dienst können Sie sich hier nicht mehr anmelden. Bitte wählen Sie einen anderen Weg.',
    providerLinked: 'Eine andere Anmeldung mit diesem Dienst ist schon verknüpft. Bitte trennen Sie diese zuerst.',
    accountRequired: 'Zu dieser Anmeldung gibt es noch kein Konto. Bitte beginnen Sie noch einmal.',
    linkRequired: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Bitte melden Sie sich dort auf anderem Weg an.',
    emailDomainRefused:
      'Mit einer Adresse dieser Domain können Sie kein Konto erstellen. Bitte geben Sie eine andere ein.',
    termsNotAccepted:
      'Sie haben unsere aktuellen Nutzungsbedingungen noch nicht akzeptiert. Bitte lesen Sie sie und melden ' +
      'Sie sich dann noch einmal an.',
    registrationClosed: 'Hier können keine neuen Konten erstellt werden.',
    emailTaken: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto.',
    emailUnchanged: 'Das ist schon Ihre E-Mail-Adresse. Bitte geben Sie eine andere ein.',
    typedEmailWrong: 'Das ist nicht die E-Mail-Adresse dieses Kontos. Bitte prüfen Sie sie.',
    phoneTaken: 'Diese Telefonnummer gehört zu einem anderen Konto. Bitte geben Sie eine andere ein.',
    capsLock: 'Die Feststelltaste ist aktiv.',
    weakPassword: 'Es fehlt noch etwas. Bitte prüfen Sie die Liste unten.',
    didYouMean: 'Meinten Sie {email}?',
    refusedPassword: 'Dieses Passwort ist zu leicht zu erraten. Bitte wählen Sie ein anderes.',
    breachedPassword: 'Dieses Passwort ist aus einem Datenleck bekannt. Bitte wählen Sie ein anderes.',
    passwordTooLong: 'Dieses Passwort ist zu lang. Bitte verwenden Sie höchstens 256 Zeichen.',
    tooLong: 'Das ist zu lang. Bitte kürzen Sie es.',
    badCharacters: 'Hier stehen Zeichen, die nicht erlaubt sind. Bitte entfernen Sie sie.',
    notANumber: 'Bitte geben Sie eine Zahl ein, etwa 1234,5.',
    badImageAddress: 'Bitte geben Sie einen Link ein, der mit https:// oder http:// beginnt.',
    badPicture: 'Dieses Bild kann nicht verwendet werden. Bitte wählen Sie ein anderes.',
    invalidCredentials: 'E-Mail-Adresse oder Passwort ist falsch. Bitte versuchen Sie es noch einmal.',
    invalidCode: 'Dieser Code ist falsch oder wurde schon verwendet. Bitte geben Sie den nächsten ein.',
    wrongCurrentPassword: 'Das ist nicht Ihr aktuelles Passwort. Bitte versuchen Sie es noch einmal.',
    tooManyCodes:
      'Zu viele falsche Codes. Bitte verwenden Sie einen Wiederherstellungscode, oder versuchen Sie es in ' +
      '{count} Minuten noch einmal.',
    noPendingApp: 'Das hat zu lange gedauert. Bitte beginnen Sie noch einmal.',
    factorSetupRequired: 'Bitte richten Sie zuerst unter „Sicherheit“ einen zweiten Faktor ein.',
    passkeyNeeded: 'Dieses Konto braucht zur Anmeldung einen Passkey. Bitte verwenden Sie den Button unten.',
    invalidPasskey:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem ' +
      'Passwort an.',
    unknownPasskey:
      'Dieser Passkey gehört zu keinem Konto mehr. Melden Sie sich anders an, und löschen Sie ihn aus Ihrem ' +
      'Passwortmanager, falls er dort noch steht.',
    passkeyOnDevice: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    passkeyRefused:
      'Der Passkey konnte nicht hinzugefügt werden. Versuchen Sie es noch einmal, oder entfernen Sie einen, ' +
      'den Sie nicht brauchen.',
    passkeyFailed: 'Ihr Browser konnte hier keinen Passkey verwenden. Versuchen Sie es bitte anders.',
    deletionPending: 'Dieses Konto wird gelöscht. Melden Sie sich noch einmal an, um es zu behalten.',
    suspended: 'Dieses Konto ist gesperrt. Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
    suspendedWithSupport:
      'Dieses Konto ist gesperrt. Wenn Sie das für einen Irrtum halten, schreiben Sie bitte an {support}.',
    lastAdministrator:
      'Dieses Konto ist das letzte mit Administratorrechten und lässt sich nicht löschen. Bitte geben Sie ' +
      'zuerst einem anderen Konto diese Rechte.',
    tooManySeconds: 'Zu viele Versuche. Bitte versuchen Sie es in {count} Sekunden noch einmal.',
    tooManyMinutes: 'Zu viele Versuche. Bitte versuchen Sie es in {count} Minuten noch einmal.',
    unreachable: 'Keine Verbindung. Bitte prüfen Sie Ihr Internet und versuchen Sie es noch einmal.',
    busy: 'Bei uns ist gerade viel los. Bitte versuchen Sie es gleich noch einmal.',
    storageBlocked:
      'Ihr Browser erlaubt dieser Website nicht, etwas zu speichern, deshalb können Sie nicht angemeldet ' +
      'bleiben. Bitte erlauben Sie Cookies und Websitedaten für diese Website und laden Sie die Seite neu.',
    failed: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal.',
    refused: 'Das hat nicht geklappt. Bitte prüfen Sie Ihre Angaben.',
    linkSent: 'Ein neuer Link ist unterwegs an {email}, sofern das Konto nicht schon bestätigt ist.',
    nextEmail: 'In {count} s können Sie eine weitere E-Mail anfordern.',
    saved: 'Ihre Änderungen sind gespeichert.',
    unsavedKept: 'Hier ist, was Sie noch nicht gespeichert hatten, als Ihre Sitzung endete.',
    nothingChanged: 'Es gibt nichts zu speichern: Sie haben nichts geändert.',
    loggedOut: 'Sie sind abgemeldet.',
    passwordChangedHere: 'Ihr Passwort ist geändert, und überall sonst sind Sie abgemeldet.',
    passwordChanged: 'Ihr Passwort ist geändert. Bitte melden Sie sich mit dem neuen an.',
    deviceLoggedOut:
      'Ihre Sitzung ist beendet. Das passiert nach einiger Zeit, wenn Sie dieses Gerät von einem anderen aus ' +
      'abmelden oder wenn Sie Ihr Passwort ändern.',
    sessionEnded: 'Ihre Sitzung ist beendet. Das passiert, wenn Sie sich anderswo anmelden oder Ihr Passwort ändern.',
    deleted: 'Ihr Konto ist gelöscht.',
    deletionScheduled: 'Ihr Konto wird gelöscht. Wenn Sie sich bis dahin anmelden, bleibt es bestehen.',
    ruleMet: 'erfüllt',
    ruleOpen: 'fehlt',
  },
};
