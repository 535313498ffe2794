import { withFrenchSpaces } from '../../config/french-spaces.ts';
import { lifetimeInWords } from '../../tokens/purposes-and-lifetimes.ts';
import type { Texts } from './en.ts';

const verificationLifetime = lifetimeInWords('account_verification', 'fr');
const codeLifetime = lifetimeInWords('login_code', 'fr');
const resetLifetime = lifetimeInWords('password_reset', 'fr');
const invitationLifetime = lifetimeInWords('invitation', 'fr');
const confirmLifetime = lifetimeInWords('email_change', 'fr');
const stopLifetime = lifetimeInWords('email_change_stop', 'fr');
const revertLifetime = lifetimeInWords('email_change_revert', 'fr');

export const fr: Texts = withFrenchSpaces({
  actions: {
    choose: 'Choisir…',
    register: 'Créer un compte',
    login: 'Se connecter',
    logout: 'Se déconnecter',
    account: 'Accéder à votre compte',
    backToLogin: 'Retour à la connexion',
    sendLink: 'Envoyer un nouveau lien',
    openInbox: 'Ouvrir la boîte du développeur',
    openMailbox: 'Ouvrir {provider}',
    showPassword: 'Afficher le mot de passe',
    hidePassword: 'Masquer le mot de passe',
  },
  fields: {
    full_name: 'Prénom et nom',
    email: 'E-mail',
    phone_number: 'Numéro de téléphone',
    phone_country: 'Pays du numéro de téléphone',
    industry: 'Secteur d’activité',
    optional: '{field} (facultatif)',
    profile_image_url: 'Photo de profil',
    password: 'Mot de passe',
    current_password: 'Mot de passe actuel',
    new_password: 'Nouveau mot de passe',
    typed_email: 'Saisissez votre adresse e-mail pour confirmer',
    passkey_name: 'Nom de la clé d’accès',
    code: 'Code de votre application d’authentification',
  },
  hints: {
    full_name: '',
    email: '',
    phone_number: 'Nous ajoutons l’indicatif du pays.',
    industry: '',
    profile_image_url: 'Collez un lien vers une photo sur le web.',
  },
  rules: {
    title: 'Votre mot de passe doit contenir',
    length: 'au moins 8 caractères',
    uppercase: 'une lettre majuscule',
    digit: 'un chiffre',
  },
  layout: {
    language: 'Langue',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    support: 'Aide',
    reference: 'Référence de l’API',
    needsScript: 'Cette page a besoin de JavaScript. Activez-le, puis rechargez la page.',
    late:
      'La page n’a pas fini de se charger : ses boutons ne fonctionnent pas encore. Patientez un instant ou ' +
      'rechargez-la.',
    development:
      'Développement : aucun serveur de messagerie n’est configuré, les e-mails arrivent dans la boîte du développeur.',
  },
  home: {
    shortTitle: 'Bienvenue',
    title: 'Bienvenue chez {product}',
    lead: 'Connectez-vous ou créez un compte pour continuer.',
    leadToLogin: 'Connectez-vous pour continuer.',
    signedInTitle: 'Bonjour {name}',
    signedInLead: 'Vous êtes connecté avec l’adresse {email}.',
  },
  register: {
    title: 'Créez votre compte',
    lead: 'Cela prend une minute. Nous vous enverrons un e-mail pour confirmer votre compte.',
    haveAccount: 'Vous avez déjà un compte ?',
    agreement: 'En créant un compte, vous acceptez les {terms}.',
    agreementWithPrivacy: 'En créant un compte, vous acceptez les {terms} et la {privacy}.',
    termsName: 'conditions d’utilisation',
    privacyName: 'politique de confidentialité',
    doneTitle: 'Consultez votre messagerie',
    done:
      'Nous avons envoyé un e-mail à {email}. Ouvrez le lien qu’il contient pour confirmer votre compte. Ce ' +
      `lien est valable ${verificationLifetime}.`,
    goesOn: 'Gardez cette page ouverte : la suite s’affichera dès que vous aurez confirmé.',
    notArrived: 'Pas d’e-mail ? Vérifiez vos spams ou faites-vous envoyer un nouveau lien.',
    wrongAddress: 'Mauvaise adresse ? Modifiez-la',
  },
  login: {
    detailsTitle: 'Il manque quelque chose',
    detailsLead: 'Il nous faut encore ces informations. Nous ne les demandons qu’une fois.',
    title: 'Se connecter',
    agreement: 'En vous connectant, vous acceptez les {terms}.',
    withPasskey: 'Se connecter avec une clé d’accès',
    or: 'ou',
    keep: 'Rester connecté',
    forgot: 'Mot de passe oublié ?',
    back: 'Retour',
    noAccount: 'Pas encore de compte ?',
    unverifiedTitle: 'Confirmez d’abord votre compte',
    unverified: 'Ouvrez le lien que nous avons envoyé à {email}. Pas d’e-mail ? Vérifiez vos spams.',
  },
  identities: {
    continueWith: 'Continuer avec {provider}',
    lastUsed: 'Dernière utilisée',
    title: 'Se connecter avec {provider}',
    returning: 'Un instant',
    lostTitle: 'Cette connexion ne peut pas se poursuivre ici',
    lost: 'Elle a été commencée dans un autre onglet ou navigateur, ou il y a trop longtemps. Veuillez recommencer.',
    cancelled: 'Vous ne vous êtes pas connecté avec {provider}. Réessayez ou choisissez un autre moyen.',
    linkFirst: 'Un compte existe déjà avec {email}. Connectez-vous à ce compte, et nous lui associerons {provider}.',
    closed:
      'Aucun compte ne se connecte ici avec {provider}. Si vous en avez un, connectez-vous autrement, puis ' +
      'associez {provider} sur la page de votre compte.',
    linkedTitle: '{provider} est associé',
    notLinkedTitle: '{provider} n’est pas associé',
    otherAccount:
      'Vous vous êtes connecté en tant que {email}, mais {provider} vous connaît sous {stated}. Vous pouvez ' +
      'l’associer sur la page de votre compte, sous « Méthodes de connexion ».',
    registerLead: 'Vous êtes nouveau ici. Vérifiez ces informations et ajoutez ce qui manque.',
    expired: 'Le délai est dépassé. Continuez encore une fois avec {provider} : votre saisie est conservée.',
    haveAccount: 'Vous avez déjà un compte ?',
    logInAndLink: 'Se connecter et associer {provider}',
  },
  emailLogin: {
    begin: 'Se connecter avec un code par e-mail',
    addressFirst: 'Saisissez votre adresse e-mail, et nous vous enverrons un code.',
    title: 'Consultez votre messagerie',
    sent: `S’il existe un compte avec {email}, nous y avons envoyé un code. Il fonctionne pendant ${codeLifetime}.`,
    code: 'Code reçu par e-mail',
    wrong: 'Ce code est incorrect ou a expiré. Vérifiez-le, ou demandez-en un nouveau.',
    again: 'Envoyer un nouveau code',
    sentAgain: 'Nous avons envoyé un nouveau code. Les précédents ne fonctionnent plus.',
    hereLead: 'Vous avez demandé un code pour {email} dans ce navigateur.',
    orThere: 'Vous avez commencé sur un autre appareil ? Saisissez-y le code :',
    thereTitle: 'Votre code de connexion',
    thereLead: 'Saisissez ce code là où vous avez commencé à vous connecter. Ne le donnez à personne.',
    lostTitle: 'Ce lien est incomplet',
    lost: 'Ouvrez-le de nouveau depuis l’e-mail, ou demandez un nouveau code.',
  },
  verify: {
    title: 'Confirmez votre compte',
    lead: 'Un compte a été créé avec votre adresse e-mail. Est-ce bien vous ?',
    leadWithEmail: 'Un compte a été créé avec l’adresse {email}. Est-ce bien vous ?',
    registration: 'Créé par {name} le {date}.',
    confirm: 'Oui, confirmer mon compte',
    decline: 'Ce n’était pas moi',
    declineHint: 'Si ce n’était pas vous, nous supprimerons le compte.',
    declinedTitle: 'Le compte est supprimé',
    declined: 'Merci de nous l’avoir signalé. Votre adresse e-mail n’est plus utilisée ici.',
    doneTitle: 'Votre compte est confirmé',
    done: 'Merci. Vous pouvez maintenant vous connecter.',
    doneForApp: 'Merci. Connectez-vous maintenant à {app} avec votre nouveau compte.',
    toApp: 'Continuer vers {app}',
    loggedIn: 'Merci. Vous êtes connecté.',
    goOn: 'Continuer',
    alreadyTitle: 'Votre compte est déjà confirmé',
    already: 'Vous n’avez plus rien à faire ici. Vous pouvez vous connecter.',
    expiredTitle: 'Ce lien a expiré',
    expired:
      `Les liens de confirmation sont valables ${verificationLifetime}. Saisissez votre adresse e-mail pour en ` +
      'recevoir un nouveau.',
    brokenTitle: 'Ce lien est incomplet',
    broken:
      'Essayez à nouveau avec le bouton de l’e-mail, ou saisissez votre adresse e-mail pour recevoir un nouveau lien.',
    suspendedTitle: 'Ce compte est suspendu',
    suspended: 'Il ne peut donc pas être confirmé. Si vous pensez qu’il s’agit d’une erreur, contactez-nous.',
  },
  forgot: {
    title: 'Mot de passe oublié ?',
    lead: 'Saisissez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    send: 'Envoyer le lien',
    doneTitle: 'Consultez votre messagerie',
    done:
      'Si un compte existe pour {email}, nous y avons envoyé un lien. Il ne fonctionne qu’une fois, pendant ' +
      `${resetLifetime}. Pas d’e-mail ? Vérifiez vos spams.`,
    again: 'Renvoyer ou utiliser une autre adresse',
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    lead: 'Vous serez déconnecté partout ailleurs.',
    save: 'Enregistrer le nouveau mot de passe',
    doneTitle: 'Votre mot de passe a été modifié',
    done: 'Vous pouvez maintenant vous connecter avec le nouveau.',
    expiredTitle: 'Ce lien a expiré',
    expired: `Les liens pour choisir un nouveau mot de passe sont valables ${resetLifetime}.`,
    usedTitle: 'Ce lien n’est plus valable',
    used: 'Il a déjà servi, ou le mot de passe a été modifié entre-temps.',
    brokenTitle: 'Ce lien est incomplet',
    broken: 'Essayez à nouveau avec le bouton de l’e-mail, ou demandez un nouveau lien.',
    askAgain: 'Demander un nouveau lien',
  },
  invitation: {
    title: 'Choisissez un mot de passe',
    lead: 'Votre compte est prêt. Choisissez un mot de passe pour commencer à l’utiliser.',
    leadWithEmail: 'Votre compte pour {email} est prêt. Choisissez un mot de passe pour commencer à l’utiliser.',
    save: 'Enregistrer le mot de passe',
    complete: {
      title: 'Complétez votre compte',
      lead: 'Il manque quelques informations et un mot de passe à votre compte pour {email}.',
      save: 'Compléter le compte',
    },
    doneTitle: 'Tout est prêt',
    done: 'Vous pouvez maintenant vous connecter avec votre adresse e-mail et votre mot de passe.',
    expiredTitle: 'Cette invitation a expiré',
    expired:
      `Les invitations sont valables ${invitationLifetime}. Demandez-en une nouvelle à la personne qui vous a ` +
      'invité.',
    usedTitle: 'Cette invitation n’est plus valable',
    used: 'Vous avez déjà choisi un mot de passe, ou le compte n’existe plus.',
    brokenTitle: 'Ce lien est incomplet',
    broken: 'Essayez à nouveau avec le bouton de l’e-mail.',
  },
  emailChange: {
    broken: 'Essayez à nouveau avec le bouton de l’e-mail.',
    confirm: {
      title: 'Confirmez votre nouvelle adresse e-mail',
      lead: 'Voulez-vous désormais utiliser cette adresse pour votre compte ?',
      leadWithEmail: 'Voulez-vous désormais utiliser {email} pour votre compte ?',
      press: 'Confirmer la nouvelle adresse',
      doneTitle: 'Votre adresse e-mail a été modifiée',
      done: 'Connectez-vous désormais avec la nouvelle adresse. Vos autres appareils ont été déconnectés.',
      keptTitle: 'Autres moyens de se connecter',
      kept:
        'Le mot de passe aussi. ' +
        'Si quelque chose ici n’est pas à vous, choisissez un nouveau mot de passe et retirez-le dans votre compte.',
      alreadyTitle: 'Votre adresse e-mail a déjà été modifiée',
      takenTitle: 'Cette adresse ne peut pas être utilisée',
      taken:
        'Un autre compte l’utilise désormais. Votre adresse reste la même, et vous pouvez en choisir une ' +
        'autre dans votre compte.',
      expired:
        `Les liens de confirmation d’une nouvelle adresse sont valables ${confirmLifetime}. Vous pouvez en ` +
        'demander un nouveau dans votre compte.',
      used:
        'Le changement a été arrêté ou remplacé par un plus récent, ou le mot de passe a été modifié ' +
        'entre-temps. Vous pouvez recommencer dans votre compte.',
      suspended:
        'Son adresse e-mail ne peut donc pas être modifiée. Si vous pensez qu’il s’agit d’une erreur, contactez-nous.',
    },
    stop: {
      title: 'Arrêter le changement d’adresse ?',
      lead:
        'Une personne connectée à votre compte veut en modifier l’adresse e-mail. Si ce n’était pas vous, ' +
        'arrêtez le changement. Votre adresse restera la même et tout le monde sera déconnecté.',
      press: 'Arrêter le changement',
      doneTitle: 'Le changement est arrêté',
      done:
        'Votre adresse reste la même et tout le monde a été déconnecté. Choisissez maintenant un nouveau mot ' +
        'de passe, car quelqu’un d’autre a pu se connecter à votre compte.',
      lateTitle: 'L’adresse a déjà été modifiée',
      late:
        'Nous vous avons envoyé un e-mail plus récent à ce sujet. Ouvrez le lien qu’il contient pour annuler ' +
        'le changement.',
      expired:
        `Les liens pour arrêter un changement sont valables ${stopLifetime}. Si l’adresse a été modifiée ` +
        'entre-temps, un e-mail plus récent contient un lien pour l’annuler.',
      used:
        'Il n’y a plus de changement à arrêter. Si quelqu’un d’autre a pu se connecter à votre compte, ' +
        'choisissez un nouveau mot de passe.',
    },
    revert: {
      title: 'Annuler le changement d’adresse ?',
      lead:
        'Votre compte retrouvera son ancienne adresse et tout le monde sera déconnecté. Les clés d’accès, ' +
        'l’application d’authentification et les clés d’API ajoutées dans la semaine avant le changement ou ' +
        'depuis seront retirées. Nous vous enverrons ensuite un lien pour choisir un nouveau mot de passe.',
      leadWithEmail:
        'Votre compte retrouvera l’adresse {email} et tout le monde sera déconnecté. Les clés d’accès, ' +
        'l’application d’authentification et les clés d’API ajoutées dans la semaine avant le changement ou ' +
        'depuis seront retirées. Nous vous enverrons ensuite un lien pour choisir un nouveau mot de passe.',
      press: 'Annuler le changement',
      doneTitle: 'Votre compte a retrouvé son ancienne adresse',
      done:
        'Tout le monde a été déconnecté et l’ancien mot de passe ne fonctionne plus. Consultez votre ' +
        'messagerie : nous vous avons envoyé un lien pour en choisir un nouveau.',
      takenTitle: 'Le changement ne peut pas être annulé',
      taken: 'L’ancienne adresse appartient désormais à un autre compte. Si vous avez besoin d’aide, contactez-nous.',
      expired:
        `Un changement d’adresse ne peut être annulé que pendant ${revertLifetime}. S’il ne vient pas de vous, ` +
        'contactez-nous.',
      used: 'Le changement a déjà été annulé.',
    },
    review: {
      removedTitle: 'Retiré',
      removed:
        'Ajouté depuis le {date}, donc peut-être par quelqu’un d’autre. Ce qui était à vous, ajoutez-le de ' +
        'nouveau dans votre compte.',
      keptTitle: 'Toujours là',
      kept: 'Si quelque chose ici n’est pas à vous, retirez-le dans votre compte.',
      session: 'Appareil',
      passkey: 'Clé d’accès',
      authenticator_app: 'Application d’authentification',
      recovery_codes: 'Codes de secours',
      identity: 'Connexion avec un autre service',
      api_key: 'Clé d’API',
      added: 'ajout le {date}',
      loggedIn: 'connexion le {date}',
    },
  },
  account: {
    title: 'Votre compte',
    console: 'Console',
    loading: 'Chargement de votre compte…',
    since: 'Membre depuis le {date}',
    id: 'Identifiant du compte',
    copyId: 'Copier l’identifiant du compte',
    idCopied: 'L’identifiant du compte est copié.',
    sections: { profile: 'Profil', security: 'Sécurité', data: 'Données' },
    sectionsLabel: 'Rubriques de votre compte',
    profile: 'À propos de vous',
    ownFields: 'Autres informations',
    ownFieldMissing: 'Il manque quelque chose ici. Veuillez compléter.',
    given: 'Seuls les administrateurs peuvent les modifier :',
    yes: 'Oui',
    no: 'Non',
    pictureFailed:
      'Cette photo ne peut pas être affichée. Vérifiez le lien. En attendant, vos initiales la remplacent.',
    addressLead: 'Vous vous connectez avec cette adresse et nous y envoyons nos e-mails.',
    save: 'Enregistrer',
    password: 'Mot de passe',
    noPassword: 'Vous vous connectez sans mot de passe.',
    choosePassword: 'M’envoyer un lien pour en choisir un',
    choosePasswordSent: 'Le lien est en route vers {email}.',
    passwordLead: 'Si vous le modifiez, vous serez déconnecté partout ailleurs.',
    passwordLeadWithApp: 'Si vous le modifiez, vous serez déconnecté partout, sur cet appareil aussi.',
    changePassword: 'Modifier le mot de passe',
    unavailableTitle: 'Votre compte ne peut pas être affiché pour le moment',
    retry: 'Réessayer',
  },
  secondFactor: {
    title: 'Connexion en deux étapes',
    lead: 'Ouvrez votre application d’authentification et saisissez les six chiffres qu’elle affiche.',
    goesOn: 'La suite est automatique après le sixième chiffre.',
    useRecovery: 'Utiliser plutôt un code de secours',
    recoveryLead: 'Saisissez l’un des codes de secours que vous avez conservés. Chacun sert une fois.',
    recoveryCode: 'Code de secours',
    useApp: 'Utiliser plutôt l’application',
  },
  factorSetup: {
    title: 'Ajoutez un second facteur',
    lead: 'Ajoutez l’un de ces moyens pour utiliser ce compte. Vous pourrez ensuite continuer.',
    passkeyAdded: 'Votre clé d’accès est ajoutée. Connectez-vous une fois avec elle, et c’est terminé.',
    logIn: 'Se connecter avec la clé d’accès',
    done: 'Tout est prêt. Vous pouvez maintenant utiliser votre compte.',
  },
  authenticator: {
    title: 'Application d’authentification',
    lead:
      'Avec une application sur votre téléphone, la connexion demande votre mot de passe et un code. Connaître ' +
      'votre mot de passe ne suffit plus pour entrer.',
    add: 'Ajouter une application',
    scan: 'Scannez cette image avec votre application d’authentification.',
    picture: 'Code QR pour votre application d’authentification',
    orType: 'Ou saisissez cette clé dans l’application :',
    copyKey: 'Copier la clé',
    keyCopied: 'La clé est copiée.',
    sameDevice: 'L’ouvrir dans l’application sur cet appareil',
    confirmLead: 'Saisissez ensuite les six chiffres que l’application affiche.',
    confirm: 'Confirmer',
    cancel: 'Annuler',
    codesTitle: 'Vos codes de secours',
    codesLead:
      'Conservez-les en lieu sûr. Si vous perdez votre téléphone, chacun d’eux vous permet d’entrer une ' +
      'fois. Vous ne les reverrez plus ici.',
    copy: 'Copier',
    copied: 'Les codes sont copiés.',
    print: 'Imprimer',
    download: 'Télécharger',
    fileTitle: '{product} : codes de secours pour {email}. Chacun sert une fois.',
    saved: 'Je les ai conservés',
    active: 'Activée',
    codesLeft: 'Codes de secours restants : {count}',
    renew: 'Créer de nouveaux codes de secours',
    replace: 'Changer d’application',
    remove: 'Retirer…',
    removeQuestion:
      'Retirer l’application d’authentification ? Votre mot de passe suffira de nouveau pour vous connecter, ' +
      'vos codes de secours ne serviront plus, et vos autres appareils seront déconnectés.',
    removeConfirm: 'Retirer l’application',
    removed: 'L’application d’authentification est retirée.',
  },
  picture: {
    lead: 'Choisissez une photo, nous la recadrons en carré. Sans photo, vos initiales s’affichent.',
    upload: 'Importer une photo',
    uploading: 'Envoi de votre photo…',
    useLink: 'Utiliser un lien',
    remove: 'Retirer la photo',
    saved: 'Votre photo est enregistrée.',
    removed: 'Votre photo est retirée.',
    unreadable: 'Ce fichier ne peut pas servir de photo. Choisissez un fichier JPEG, PNG ou WebP de 30 Mo au plus.',
  },
  addressChange: {
    newAddress: 'Nouvelle adresse e-mail',
    hint: 'Nous y enverrons un lien. Votre adresse changera dès que vous l’ouvrirez.',
    ask: 'Modifier l’adresse',
    waiting: 'Pas encore confirmée',
    asked:
      'Si cette adresse peut être utilisée, nous y avons envoyé un lien, valable jusqu’à {time}. Tant que ' +
      'vous ne l’ouvrez pas, rien ne change.',
    sendAgain: 'Renvoyer',
    sentAgain: 'Si l’adresse peut être utilisée, un nouveau lien est en route. Le précédent ne fonctionne plus.',
    cancel: 'Annuler le changement',
    cancelled: 'Le changement est annulé. Votre adresse reste la même.',
    changed: 'Votre adresse e-mail a été modifiée.',
  },
  export: {
    title: 'Vos données',
    lead: 'Un fichier avec tout ce que nous enregistrons sur votre compte, sauf les mots de passe et les clés.',
    download: 'Télécharger mes données',
    done: 'Le fichier se trouve dans vos téléchargements.',
  },
  deletion: {
    title: 'Supprimer votre compte',
    lead: 'Votre compte et vos données seront supprimés immédiatement. C’est irréversible.',
    leadWithGrace:
      'Si vous le faites aujourd’hui, votre compte et vos données seront supprimés le {date}. Vous changez ' +
      'd’avis ? Connectez-vous avant cette date et votre compte sera conservé.',
    open: 'Supprimer le compte…',
    consequences:
      'Votre compte et vos données seront supprimés le {date}. Vous changez d’avis ? Connectez-vous avant ' +
      'cette date et votre compte sera conservé.',
    question: 'Supprimer votre compte ?',
    everywhere: 'Vous serez déconnecté partout.',
    press: 'Supprimer mon compte',
    cancel: 'Garder mon compte',
    deletedTitle: 'Votre compte est supprimé',
    deleted: 'Vos données le sont aussi. Un dernier e-mail vous le confirme. Merci et au revoir.',
    scheduledTitle: 'Votre compte va être supprimé',
    scheduled:
      'Il le sera le {date}. Vous changez d’avis ? Connectez-vous avant cette date et votre compte sera conservé.',
    keptTitle: 'Votre compte est conservé',
    kept: 'Il devait être supprimé. Comme vous vous êtes connecté, il ne le sera pas.',
  },
  passkeys: {
    title: 'Clés d’accès',
    lead: 'Connectez-vous sans mot de passe, avec votre empreinte, votre visage ou le code de votre appareil.',
    none: 'Vous n’avez pas encore de clé d’accès.',
    unsupported: 'Ce navigateur ne peut pas ajouter de clé d’accès ici.',
    add: 'Ajouter une clé d’accès',
    added: 'La clé d’accès « {name} » est ajoutée. Vous pouvez désormais vous connecter avec elle.',
    synced: 'Synchronisée',
    onOneDevice: 'Sur un seul appareil',
    created: 'Ajoutée : {time}',
    used: 'Dernière utilisation : {time}',
    unused: 'Pas encore utilisée',
    rename: 'Renommer',
    renameNamed: 'Renommer {name}',
    renameTitle: 'Renommer la clé d’accès',
    save: 'Enregistrer',
    renamed: 'La clé d’accès est renommée.',
    remove: 'Retirer',
    removeNamed: 'Retirer {name}',
    removeQuestion: 'Retirer cette clé d’accès ?',
    removeLead: 'Vous ne pourrez plus vous connecter avec elle, et vos autres appareils seront déconnectés.',
    removed: 'La clé d’accès est retirée.',
    cancel: 'Annuler',
  },
  devices: {
    title: 'Appareils',
    lead: 'Ces appareils sont connectés à votre compte.',
    current: 'Cet appareil',
    unknown: 'Appareil inconnu',
    used: 'Dernière utilisation : {time}',
    end: 'Déconnecter',
    endNamed: 'Déconnecter {device}',
    ended: 'L’appareil est déconnecté.',
    endOthers: 'Déconnecter tous les autres appareils',
    othersEnded: 'Tous les autres appareils sont déconnectés.',
  },
  apps: {
    title: 'Applications connectées',
    lead: 'Les applications que vous utilisez avec votre compte, et ce qu’elles peuvent faire.',
    none: 'Vous n’avez encore utilisé votre compte avec aucune application.',
    since: 'Depuis le {time}',
    used: 'Dernière utilisation : {time}',
    remove: 'Retirer',
    removeNamed: 'Retirer {app}',
    removeQuestion: 'Retirer cette application ?',
    removeLead:
      'Elle ne pourra plus utiliser votre compte. Si vous vous y connectez de nouveau, elle sera de retour ' +
      'dans cette liste.',
    removed: 'L’application est retirée.',
    cancel: 'Annuler',
  },
  loginMethods: {
    title: 'Méthodes de connexion',
    lead: 'Les comptes d’autres services qui vous connectent ici.',
    none: 'Aucun pour l’instant.',
    link: 'Associer {service}',
    linked: 'Vous pouvez maintenant vous connecter avec {service}.',
    since: 'Associé le {time}',
    used: 'Dernière utilisation : {time}',
    unlink: 'Dissocier',
    unlinkNamed: 'Dissocier {service}',
    unlinkQuestion: 'Dissocier cette connexion ?',
    unlinkLead: 'Vous ne pourrez plus l’utiliser pour vous connecter, et vos autres appareils seront déconnectés.',
    unlinked: 'La connexion est dissociée.',
    lastWayIn:
      'Plus rien ne vous permettrait de vous connecter. Définissez d’abord un mot de passe avec « Mot de ' +
      'passe oublié ? ».',
    cancel: 'Annuler',
  },
  confirmIdentity: {
    title: 'Confirmez que c’est bien vous',
    lead: 'Pour protéger votre compte, nous vous demandons de vous connecter à nouveau.',
    confirm: 'Confirmer',
    usePasskey: 'Utiliser une clé d’accès',
    logInAgainLead:
      'Pour protéger votre compte, une connexion récente est nécessaire. Reconnectez-vous, puis revenez ici.',
    logInAgain: 'Se reconnecter',
    useProvider: 'Confirmer avec {provider}',
    leaves: 'L’autre service s’ouvre à la place de cette page. Ce que vous n’avez pas enregistré sera perdu.',
    done: 'Merci, c’est bien vous',
    doneLead: 'Vous pouvez continuer ce que vous vouliez faire.',
    goOn: 'Continuer',
    cancelled: 'Vous ne vous êtes pas connecté avec {provider}. Réessayez ou choisissez un autre moyen.',
    old_login: '{provider} ne vous a pas demandé de vous reconnecter. Choisissez un autre moyen.',
    cancel: 'Annuler',
  },
  connect: {
    app: 'pour continuer vers {app}',
    title: 'Continuer',
    wait: 'Un instant, s’il vous plaît.',
    consentTitle: 'Laisser {app} utiliser votre compte ?',
    consentLead: 'Vous êtes connecté en tant que {email}. Si vous l’autorisez, l’application pourra :',
    scopes: {
      openid: 'vous reconnaître quand vous revenez',
      profile: 'voir votre nom, votre photo de profil et votre langue',
      email: 'voir votre adresse e-mail',
      phone: 'voir votre numéro de téléphone',
      offline_access: 'rester connectée jusqu’à ce que vous vous déconnectiez ici',
    },
    stranger: 'Cette application vient de {host}. N’autorisez que si vous savez de qui il s’agit.',
    onDevice:
      'Cette application fonctionne sur votre ordinateur. Ne continuez que si vous venez de la lancer vous-même.',
    leadsTo: 'Vous irez ensuite sur {address}.',
    resource: 'utiliser {server} en votre nom',
    resourceScopes: 'utiliser {server} en votre nom : {scopes}',
    allow: 'Autoriser',
    deny: 'Refuser',
    expiredTitle: 'Veuillez recommencer',
    expired:
      'Cette connexion a pris trop de temps, ou a été commencée dans un autre navigateur. Veuillez retourner ' +
      'à l’application et vous connecter depuis celle-ci.',
    errorTitle: 'Ce lien de l’application ne fonctionne pas',
    error:
      'L’application a envoyé quelque chose que nous ne pouvons pas accepter : nous ne pouvons pas vous y ' +
      'ramener. Si cela se reproduit, veuillez le dire aux responsables de l’application :',
    maybeLoggedIn: 'Vous êtes peut-être encore connecté.',
    inDevelopment: 'Affiché en développement seulement :',
    received: 'Reçu',
    registered: 'Enregistré',
    nothing: 'rien',
    logoutTitle: 'Se déconnecter ?',
    logoutLead:
      'Une application demande à vous déconnecter. Vous serez déconnecté ici et dans toutes les applications ' +
      'que vous utilisez avec cette connexion.',
    logout: 'Se déconnecter',
    stay: 'Rester connecté',
    loggedOutTitle: 'Vous êtes déconnecté',
    loggedOut: 'Vous pouvez fermer cette page.',
    noAppTitle: 'Vous n’êtes connecté à aucune application',
    noApp: 'Vous êtes peut-être encore connecté à votre compte sur cet appareil.',
    toStart: 'Aller à la page d’accueil',
  },
  notFound: {
    title: 'Page introuvable',
    lead: 'L’adresse contient peut-être une faute de frappe, ou la page a été déplacée.',
    home: 'Aller à la page d’accueil',
  },
  messages: {
    actingAs: 'Vous agissez à la place de {name} jusqu’à {time}.',
    stopActing: 'Arrêter',
    ownerOnly: 'Seul le titulaire du compte peut le faire. Vous agissez à sa place.',
    required: 'Veuillez remplir ce champ.',
    invalidEmail: 'Saisissez une adresse e-mail complète, par exemple nom@example.com.',
    invalidIdentity: 'Cette connexion n’a pas pu être confirmée. Veuillez recommencer.',
    providerUnavailable: 'L’autre service ne répond pas. Réessayez ou choisissez un autre moyen.',
    providerMisconfigured:
      'La connexion avec ce service ne fonctionne pas pour le moment. C’est à nous de corriger cela. Choisissez un ' +
      'autre moyen.',
    identityTaken: 'Cette connexion appartient à un autre compte.',
    providerNotFound: 'Ce service ne permet plus de se connecter ici. Choisissez un autre moyen.',
    providerLinked: 'Une autre connexion avec ce service est déjà associée. Dissociez-la d’abord.',
    accountRequired: 'Aucun compte n’existe encore pour cette connexion. Veuillez recommencer.',
    linkRequired: 'Un compte existe déjà avec cette adresse e-mail. Connectez-vous-y par un autre moyen.',
    emailDomainRefused:
      'Vous ne pouvez pas créer de compte avec une adresse de ce domaine. Veuillez en saisir une autre.',
    termsNotAccepted:
      'Vous n’avez pas encore accepté nos conditions actuelles. Veuillez les lire, puis connectez-vous à nouveau.',
    registrationClosed: 'Aucun nouveau compte ne peut être créé ici.',
    emailTaken: 'Il existe déjà un compte avec cette adresse e-mail.',
    emailUnchanged: 'C’est déjà votre adresse e-mail. Veuillez en saisir une autre.',
    typedEmailWrong: 'Ce n’est pas l’adresse e-mail de ce compte. Veuillez la vérifier.',
    phoneTaken: 'Un autre compte utilise ce numéro de téléphone. Veuillez en saisir un autre.',
    capsLock: 'La touche Verr. Maj. est activée.',
    weakPassword: 'Il manque encore quelque chose. Vérifiez la liste ci-dessous.',
    didYouMean: 'Vouliez-vous dire {email} ?',
    refusedPassword: 'Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.',
    breachedPassword: 'Ce mot de passe figure dans une fuite de données. Veuillez en choisir un autre.',
    passwordTooLong: 'Ce mot de passe est trop long. Utilisez 256 caractères au maximum.',
    tooLong: 'Ce texte est trop long. Veuillez le raccourcir.',
    badCharacters: 'Certains caractères ne sont pas autorisés. Veuillez les supprimer.',
    notANumber: 'Saisissez un nombre, par exemple 1234,5.',
    badImageAddress: 'Saisissez un lien qui commence par https:// ou http://.',
    badPicture: 'Cette photo ne peut pas être utilisée. Choisissez-en une autre.',
    invalidCredentials: 'L’adresse e-mail ou le mot de passe est incorrect. Veuillez réessayer.',
    invalidCode: 'Ce code est incorrect ou a déjà servi. Saisissez le suivant.',
    wrongCurrentPassword: 'Ce n’est pas votre mot de passe actuel. Veuillez réessayer.',
    tooManyCodes: 'Trop de codes incorrects. Utilisez un code de secours ou réessayez dans {count} minutes.',
    noPendingApp: 'Cela a pris trop de temps. Veuillez recommencer.',
    factorSetupRequired: 'Veuillez d’abord ajouter un second facteur, sous « Sécurité ».',
    passkeyNeeded: 'Ce compte demande une clé d’accès pour la connexion. Veuillez utiliser le bouton ci-dessous.',
    invalidPasskey: 'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
    unknownPasskey:
      'Cette clé d’accès n’est plus liée à aucun compte. Connectez-vous autrement, et supprimez-la de votre ' +
      'gestionnaire de mots de passe si elle y est encore.',
    passkeyOnDevice: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    passkeyRefused: 'La clé d’accès n’a pas pu être ajoutée. Réessayez, ou retirez-en une dont vous n’avez pas besoin.',
    passkeyFailed: 'Votre navigateur n’a pas pu utiliser de clé d’accès ici. Essayez autrement.',
    deletionPending: 'Ce compte va être supprimé. Reconnectez-vous pour le garder.',
    suspended: 'Ce compte est suspendu. Si vous pensez qu’il s’agit d’une erreur, contactez-nous.',
    suspendedWithSupport: 'Ce compte est suspendu. Si vous pensez qu’il s’agit d’une erreur, écrivez à {support}.',
    lastAdministrator:
      'Ce compte est le dernier compte administrateur et ne peut pas être supprimé. Nommez d’abord un autre ' +
      'administrateur.',
    tooManySeconds: 'Trop de tentatives. Veuillez réessayer dans {count} secondes.',
    tooManyMinutes: 'Trop de tentatives. Veuillez réessayer dans {count} minutes.',
    unreachable: 'Impossible de se connecter au service. Vérifiez votre connexion Internet et réessayez.',
    busy: 'Nous sommes très sollicités en ce moment. Veuillez réessayer dans un instant.',
    storageBlocked:
      'Votre navigateur n’autorise pas ce site à enregistrer des données, vous ne pouvez donc pas rester ' +
      'connecté. Autorisez les cookies et les données de ce site, puis rechargez la page.',
    failed: 'Une erreur s’est produite de notre côté. Veuillez réessayer plus tard.',
    refused: 'Cela n’a pas fonctionné. Veuillez vérifier votre saisie.',
    linkSent: 'Un nouveau lien est en route vers {email}, sauf si le compte est déjà confirmé.',
    nextEmail: 'Vous pourrez demander un autre e-mail dans {count} s.',
    saved: 'Vos modifications sont enregistrées.',
    unsavedKept: 'Voici ce que vous n’aviez pas encore enregistré à la fin de votre session.',
    nothingChanged: 'Rien à enregistrer : vous n’avez rien modifié.',
    loggedOut: 'Vous êtes déconnecté.',
    passwordChangedHere: 'Votre mot de passe a été modifié et vous êtes déconnecté partout ailleurs.',
    passwordChanged: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
    deviceLoggedOut:
      'Votre session est terminée. Cela arrive après un certain temps, si vous déconnectez cet appareil ' +
      'depuis un autre ou si vous modifiez votre mot de passe.',
    sessionEnded:
      'Votre session est terminée. Cela arrive si vous vous connectez ailleurs ou si vous modifiez votre mot de passe.',
    deleted: 'Votre compte est supprimé.',
    deletionScheduled: 'Votre compte va être supprimé. Si vous vous connectez avant, il sera conservé.',
    ruleMet: 'rempli',
    ruleOpen: 'manquant',
  },
});
