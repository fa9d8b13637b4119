/** Texts of the page that asks for the password of a link, and of the one for links that do not work. */
import type { Language } from '../../core/languages.ts';

interface PageTexts {
  readonly passwordTitle: string;
  readonly passwordHint: string;
  readonly password: string;
  readonly show: string;
  readonly wrong: string;
  readonly tooMany: string;
  readonly closedTitle: string;
  readonly closedHint: string;
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    passwordTitle: 'Enter the password',
    passwordHint: 'These stats are protected by a password. Ask whoever sent you the link.',
    password: 'Password',
    show: 'Show the stats',
    wrong: 'That’s not the password.',
    tooMany: 'Too many wrong passwords. Try again in 15 minutes.',
    closedTitle: 'This link doesn’t work',
    closedHint: 'It may be incomplete, have expired or have been deleted. Ask whoever sent it to you.',
  },
  de: {
    passwordTitle: 'Passwort eingeben',
    passwordHint:
      'Diese Statistik ist mit einem Passwort geschützt. Fragen Sie die Person, von der Sie den Link haben.',
    password: 'Passwort',
    show: 'Statistik anzeigen',
    wrong: 'Das Passwort ist falsch.',
    tooMany: 'Zu viele falsche Passwörter. Versuchen Sie es in 15 Minuten noch einmal.',
    closedTitle: 'Dieser Link funktioniert nicht',
    closedHint:
      'Er ist vielleicht unvollständig, abgelaufen oder gelöscht. Fragen Sie die Person, von der Sie ihn haben.',
  },
  fr: {
    passwordTitle: 'Saisissez le mot de passe',
    passwordHint:
      'Ces statistiques sont protégées par un mot de passe. Demandez-le à la personne qui vous a envoyé le lien.',
    password: 'Mot de passe',
    show: 'Afficher les statistiques',
    wrong: 'Ce n’est pas le bon mot de passe.',
    tooMany: 'Trop de mots de passe erronés. Réessayez dans 15 minutes.',
    closedTitle: 'Ce lien ne fonctionne pas',
    closedHint:
      'Il est peut-être incomplet, expiré ou supprimé. Adressez-vous à la personne qui vous l’a envoyé.',
  },
};
