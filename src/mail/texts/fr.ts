import { withFrenchSpaces } from '../../config/french-spaces.ts';
import type { Texts } from './texts.ts';

export const fr: Texts = withFrenchSpaces({
  hello: 'Bonjour {name},',
  kinds: {
    verification: {
      subject: 'Confirmez votre compte {product}',
      intro: 'Bienvenue chez {product}. Veuillez confirmer que cette adresse e-mail est bien la vôtre.',
      button: 'Confirmer mon compte',
      expiry: 'Ce lien est valable {duration}.',
      ignore:
        'Si vous n’avez pas créé de compte, ouvrez le lien et choisissez « Ce n’était pas moi ». Nous supprimerons ' +
        'alors le compte.',
      reason: 'Vous recevez cet e-mail parce qu’un compte {product} a été créé avec {email}.',
    },
    password_reset: {
      subject: 'Réinitialisez votre mot de passe {product}',
      intro:
        'Un nouveau mot de passe a été demandé pour votre compte {product}. Si c’était vous, choisissez-le maintenant.',
      button: 'Choisir un nouveau mot de passe',
      expiry: 'Ce lien ne fonctionne qu’une fois, pendant {duration}.',
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste le même.',
    },
    invitation: {
      subject: 'Vous êtes invité à rejoindre {product}',
      intro: 'Un compte {product} a été créé pour vous. Choisissez un mot de passe pour commencer à l’utiliser.',
      button: 'Choisir un mot de passe',
      expiry: 'Ce lien ne fonctionne qu’une fois, pendant {duration}.',
      ignore: 'Si vous ne vous y attendiez pas, ignorez cet e-mail. Sans lui, personne ne peut utiliser le compte.',
      reason: 'Vous recevez cet e-mail parce qu’un compte {product} a été créé pour {email}.',
    },
    account_made: {
      subject: 'Votre compte {product} est prêt',
      intro: 'Un compte {product} a été créé pour vous. Choisissez un mot de passe pour commencer à l’utiliser.',
      button: 'Choisir un mot de passe',
      expiry:
        'Ce lien ne fonctionne qu’une fois, pendant {duration}. Ensuite, utilisez « Mot de passe oublié ? » sur la ' +
        'page de connexion pour en recevoir un autre.',
      ignore: 'Si vous ne vous y attendiez pas, ignorez cet e-mail. Sans lui, personne ne peut utiliser le compte.',
      reason: 'Vous recevez cet e-mail parce qu’un compte {product} a été créé pour {email}.',
    },
    login_code: {
      subject: 'Votre code de connexion à {product}',
      intro: 'Saisissez ce code là où vous avez commencé à vous connecter :',
      button: 'Continuer la connexion',
      expiry: 'Le code fonctionne une seule fois, pendant {duration}.',
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Ne donnez ce code à personne : nous ne le demandons jamais.',
    },
    second_factor_added: {
      subject: 'Une application d’authentification protège votre compte {product}',
      intro:
        'Pour vous connecter à {product}, il vous faut désormais votre mot de passe et un code de votre application ' +
        'd’authentification. Si c’était vous, vous n’avez rien à faire. Gardez vos codes de secours en lieu sûr.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot ' +
        'de passe. Si vous ne pouvez plus vous connecter, écrivez-nous.',
    },
    second_factor_removed: {
      subject: 'L’application d’authentification a été retirée de votre compte {product}',
      intro:
        'La connexion à {product} avec votre mot de passe ne demande plus de code d’une application. Si c’était ' +
        'vous, ou si vous nous l’avez demandé, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot ' +
        'de passe : utilisez « Mot de passe oublié ? » sur la page de connexion.',
    },
    second_factor_guessed: {
      subject: 'Quelqu’un connaît votre mot de passe {product}',
      intro:
        'Quelqu’un a saisi le bon mot de passe pour votre compte {product}, puis plusieurs codes erronés. La ' +
        'connexion n’a pas abouti. Jusqu’à la fin de l’heure, nous n’acceptons pas les codes de votre application. ' +
        'Vos codes de secours fonctionnent toujours.',
      advice:
        'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : utilisez « Mot de passe oublié ' +
        '? » sur la page de connexion. Les codes de votre application fonctionneront alors de nouveau.',
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée à votre compte {product}',
      intro:
        'Vous pouvez désormais vous connecter à {product} avec une clé d’accès, sans saisir de mot de passe. Si ' +
        'c’était vous, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre peut se connecter à votre compte. Connectez-vous, retirez la clé ' +
        'd’accès dans « Sécurité » et choisissez tout de suite un nouveau mot de passe.',
    },
    passkey_removed: {
      subject: 'Une clé d’accès de votre compte {product} a été retirée',
      intro:
        'L’une de vos clés d’accès ne permet plus de se connecter à {product}. Si c’était vous, ou si vous nous ' +
        'l’avez demandé, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot ' +
        'de passe : utilisez « Mot de passe oublié ? » sur la page de connexion.',
    },
    identity_linked: {
      subject: 'Une connexion a été associée à votre compte {product}',
      intro:
        'Vous pouvez désormais vous connecter à {product} avec votre compte d’un autre service. Si c’était vous, ' +
        'vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre peut se connecter à votre compte. Connectez-vous, dissociez cette ' +
        'connexion dans « Sécurité » et choisissez tout de suite un nouveau mot de passe.',
    },
    identity_auto_linked: {
      subject: 'Une connexion a été associée à votre compte {product}, qui a aussi un mot de passe',
      intro:
        'Vous pouvez désormais vous connecter à {product} avec votre compte d’un autre service, car les deux ont ' +
        'cette adresse e-mail. Votre compte {product} a aussi un mot de passe. Si vous ne l’avez pas choisi, ' +
        'quelqu’un d’autre le connaît peut-être : choisissez-en un nouveau, et l’ancien ne fonctionnera plus.',
      button: 'Choisir un nouveau mot de passe',
      expiry:
        'Ce lien ne fonctionne qu’une fois, pendant {duration}. Ensuite, utilisez « Mot de passe oublié ? » sur la ' +
        'page de connexion pour en recevoir un autre.',
      ignore:
        'Si vous connaissez le mot de passe, vous n’avez rien à faire. Si ce n’est pas vous qui vous êtes connecté, ' +
        'quelqu’un d’autre peut se connecter à votre compte : choisissez tout de suite un nouveau mot de passe et ' +
        'dissociez cette connexion dans « Sécurité ».',
    },
    identity_unlinked: {
      subject: 'Une connexion a été dissociée de votre compte {product}',
      intro:
        'L’un des autres services ne permet plus de se connecter à {product}. Si c’était vous, vous n’avez rien à ' +
        'faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot ' +
        'de passe : utilisez « Mot de passe oublié ? » sur la page de connexion.',
    },
    api_key_made: {
      subject: 'Une clé d’API {product} a été créée avec votre compte',
      intro:
        'Avec cette clé, un programme peut utiliser l’administration de {product} en votre nom. Si c’était vous, ' +
        'vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Connectez-vous, révoquez la clé dans la ' +
        'console sous « Clés d’API » et choisissez tout de suite un nouveau mot de passe.',
    },
    test: {
      subject: 'Un test de {product}',
      intro:
        'Voici l’e-mail de test que vous avez demandé. Votre serveur de messagerie accepte les e-mails de ' +
        '{product}, et voici à quoi ils ressemblent.',
      advice: 'Vous n’avez rien d’autre à faire.',
      reason: 'Vous recevez cet e-mail parce que vous l’avez demandé dans la console de {product}.',
    },
    acted_as: {
      subject: 'Un administrateur utilise votre compte {product}',
      intro:
        'Pendant quelques minutes, un administrateur de {product} peut voir votre compte comme vous le voyez et ' +
        'modifier votre profil. Il ne peut changer ni votre mot de passe, ni votre adresse e-mail, ni votre façon ' +
        'de vous connecter, et il ne peut pas se connecter à votre place.',
      advice:
        'Si vous nous avez demandé de l’aide, vous n’avez rien à faire. Sinon, écrivez-nous. Un nouveau mot de ' +
        'passe y met fin immédiatement.',
    },
    password_changed: {
      subject: 'Votre mot de passe {product} a été modifié',
      intro:
        'Le mot de passe de votre compte {product} vient d’être modifié. Si c’était vous, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot ' +
        'de passe : utilisez « Mot de passe oublié ? » sur la page de connexion.',
    },
    password_breached: {
      subject: 'Veuillez modifier votre mot de passe {product}',
      intro:
        'Le mot de passe de votre compte {product} figure dans une fuite de données d’un autre service. Ces mots de ' +
        'passe sont essayés en premier.',
      advice:
        'Choisissez un nouveau mot de passe que vous n’utilisez nulle part ailleurs : connectez-vous, ou utilisez ' +
        '« Mot de passe oublié ? » sur la page de connexion.',
    },
    new_device: {
      subject: 'Nouvelle connexion à votre compte {product}',
      intro:
        'Quelqu’un vient de se connecter à votre compte {product} depuis un nouvel appareil ou un nouveau réseau. ' +
        'Si c’était vous, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau tout de suite : ' +
        'utilisez « Mot de passe oublié ? » sur la page de connexion. L’autre appareil sera alors aussi déconnecté.',
    },
    email_change: {
      subject: 'Confirmez votre nouvelle adresse e-mail pour {product}',
      intro:
        'Veuillez confirmer cette adresse comme nouvelle adresse e-mail de votre compte {product}. D’ici là, rien ' +
        'ne change.',
      button: 'Confirmer la nouvelle adresse',
      expiry: 'Ce lien est valable {duration}.',
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre adresse ne sera pas utilisée.',
      reason: 'Vous recevez cet e-mail parce que quelqu’un souhaite utiliser {email} pour un compte {product}.',
    },
    email_change_notice: {
      subject: 'Quelqu’un veut modifier l’adresse e-mail de votre compte {product}',
      intro:
        'Une personne connectée à votre compte {product}, ou notre administration, veut en modifier l’adresse ' +
        'e-mail. Rien ne change tant que la nouvelle adresse n’est pas confirmée.',
      button: 'Arrêter le changement',
      expiry: 'Ce lien est valable {duration}, ou jusqu’à la confirmation de la nouvelle adresse.',
      ignore:
        'Si c’était vous, ou si vous nous l’avez demandé, vous n’avez rien à faire. Sinon, quelqu’un d’autre peut ' +
        'peut-être se connecter à votre compte. Arrêtez le changement, puis choisissez un nouveau mot de passe.',
    },
    email_changed: {
      subject: 'L’adresse e-mail de votre compte {product} a été modifiée',
      intro:
        'Votre compte {product} a désormais une autre adresse e-mail. Celle-ci ne permet plus de se connecter. Si ' +
        'c’était vous, ou si vous nous l’avez demandé, vous n’avez rien à faire.',
      button: 'Annuler le changement',
      expiry:
        'Sinon, vous avez {duration} pour annuler le changement. Votre compte retrouvera cette adresse, tout le ' +
        'monde sera déconnecté et vous choisirez un nouveau mot de passe.',
      ignore: 'D’ici là, cette adresse reste réservée à votre compte.',
      reason: 'Vous recevez cet e-mail parce que {email} était jusqu’ici l’adresse d’un compte {product}.',
    },
    email_change_reverted: {
      subject: 'L’adresse e-mail d’un compte {product} a été rétablie',
      intro: 'Le compte {product} qui utilisait cette adresse e-mail a retrouvé son ancienne adresse.',
      advice:
        'Si c’est votre compte et que ce n’était pas vous, quelqu’un d’autre peut lire les e-mails envoyés à votre ' +
        'ancienne adresse. Sécurisez d’abord cette boîte, puis choisissez un nouveau mot de passe.',
      reason: 'Vous recevez cet e-mail parce que {email} était jusqu’ici l’adresse d’un compte {product}.',
    },
    email_in_use: {
      subject: 'Quelqu’un veut utiliser votre adresse e-mail pour un autre compte {product}',
      intro:
        'Quelqu’un veut utiliser cette adresse e-mail pour un autre compte {product}. Elle est déjà celle de votre ' +
        'compte : rien n’a été modifié.',
      advice:
        'Si c’était vous, connectez-vous avec cette adresse ou choisissez-en une autre pour l’autre compte. Sinon, ' +
        'vous n’avez rien à faire.',
    },
    session_stolen: {
      subject: 'Nous avons déconnecté un appareil de votre compte {product}',
      intro:
        'Une ancienne connexion à votre compte {product} a été réutilisée. Quelqu’un l’a peut-être copiée depuis ' +
        'l’un de vos appareils : nous y avons donc mis fin. Reconnectez-vous sur cet appareil.',
      advice:
        'Si cela se reproduit, ou si vous ne reconnaissez pas le réseau ci-dessus, choisissez un nouveau mot de ' +
        'passe : utilisez « Mot de passe oublié ? » sur la page de connexion. Tous les appareils seront déconnectés.',
    },
    deletion_scheduled: {
      subject: 'Votre compte {product} va être supprimé',
      intro:
        'Vous nous avez demandé de supprimer votre compte {product}. Nous le supprimerons, avec tout ce qu’il ' +
        'contient, le {date}.',
      advice:
        'Vous avez changé d’avis ? Connectez-vous avant cette date et votre compte sera conservé. Si ce n’était pas ' +
        'vous, connectez-vous et choisissez tout de suite un nouveau mot de passe.',
    },
    account_deleted: {
      subject: 'Votre compte {product} est supprimé',
      intro: 'Votre compte {product} est supprimé, avec tout ce qu’il contenait. Il ne peut pas être restauré.',
      advice: 'Vous pouvez créer un nouveau compte quand vous le souhaitez.',
      reason: 'Vous recevez cet e-mail parce que {email} était l’adresse d’un compte {product}.',
    },
  },
  copyLink: 'Le bouton ne fonctionne pas ? Copiez ce lien dans votre navigateur :',
  details: { time: 'Quand', network: 'Réseau', device: 'Appareil', key: 'Clé', reason: 'Motif', provider: 'Service' },
  reason: 'Vous recevez cet e-mail parce que {email} est l’adresse d’un compte {product}.',
  help: 'Une question ? Écrivez à {support}.',
});
