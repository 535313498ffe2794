import type { Texts } from './texts.ts';

export const fr: Texts = {
  hello: (name) => `Bonjour ${name},`,
  kinds: {
    verification: {
      subject: (product) => `Confirmez votre compte ${product}`,
      intro: (product) =>
        `Bienvenue chez ${product}. Veuillez confirmer que cette adresse e-mail est bien la vôtre pour activer votre compte.`,
      button: 'Confirmer mon compte',
      expiry: (duration) => `Ce lien est valable ${duration}.`,
      ignore: 'Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.',
    },
    password_reset: {
      subject: (product) => `Réinitialisez votre mot de passe ${product}`,
      intro: (product) =>
        `Une réinitialisation du mot de passe de votre compte ${product} a été demandée. Si c’était vous, choisissez-en un nouveau.`,
      button: 'Choisir un nouveau mot de passe',
      expiry: (duration) => `Ce lien ne fonctionne qu’une fois, pendant ${duration}.`,
      ignore: 'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste inchangé.',
    },
    password_changed: {
      subject: (product) => `Votre mot de passe ${product} a été modifié`,
      intro: (product) =>
        `Le mot de passe de votre compte ${product} vient d’être modifié. Si c’était vous, vous n’avez rien à faire.`,
      advice:
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte : demandez tout de suite un nouveau mot de passe, avec « Mot de passe oublié » sur la page de connexion.',
    },
  },
  copyLink: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  help: (supportAddress) => `Une question ? Écrivez à ${supportAddress}.`,
};
