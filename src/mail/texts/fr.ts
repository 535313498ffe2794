import type { Texts } from './texts.ts';

export const fr: Texts = {
  hello: 'Bonjour {name},',
  kinds: {
    verification: {
      subject: 'Confirmez votre compte {product}',
      intro:
        'Bienvenue chez {product}. Veuillez confirmer que cette adresse e-mail est bien la vôtre pour activer votre compte.',
      button: 'Confirmer mon compte',
      expiry: 'Ce lien est valable {duration}.',
      ignore:
        'Si vous n’avez pas créé de compte, ouvrez le lien et appuyez sur « Ce n’était pas moi ». Nous supprimerons alors le compte.',
      reason: 'Vous recevez cet e-mail parce qu’un compte {product} a été créé avec {email}.',
    },
    password_reset: {
      subject: 'Réinitialisez votre mot de passe {product}',
      intro:
        'Une réinitialisation du mot de passe de votre compte {product} a été demandée. Si c’était vous, choisissez-en un nouveau.',
      button: 'Choisir un nouveau mot de passe',
      expiry: 'Ce lien ne fonctionne qu’une fois, pendant {duration}.',
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail. Votre mot de passe reste inchangé.',
    },
    password_changed: {
      subject: 'Votre mot de passe {product} a été modifié',
      intro:
        'Le mot de passe de votre compte {product} vient d’être modifié. Si c’était vous, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte. Choisissez tout de suite un nouveau mot de passe, avec « Mot de passe oublié ? » sur la page de connexion.',
    },
    new_device: {
      subject: 'Nouvelle connexion à votre compte {product}',
      intro:
        'Quelqu’un vient de se connecter à votre compte {product} depuis un nouvel appareil ou un nouveau réseau. Si c’était vous, vous n’avez rien à faire.',
      advice:
        'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Choisissez-en un nouveau tout de suite, avec « Mot de passe oublié ? » sur la page de connexion. L’autre appareil sera aussi déconnecté.',
    },
  },
  copyLink: 'Le bouton ne fonctionne pas ? Copiez ce lien dans votre navigateur :',
  details: { time: 'Quand', network: 'Réseau', device: 'Appareil' },
  reason: 'Vous recevez cet e-mail parce que {email} est l’adresse d’un compte {product}.',
  help: 'Une question ? Écrivez à {support}.',
};
