import { formatNumber, pluralize } from './language.ts';

export const line = (count: number) => `Ligne ${count} `;
export const discard = 'Abandonner';
export const notSavedYet = 'Modifications non enregistrées';
export const secretKept = 'Terminé';
export const secretHint = 'Ceci ne sera plus affiché.';
export const showAllTimeZones = 'Afficher tous les fuseaux horaires';
export const noTimeZone = 'Aucun résultat. Essayez une grande ville proche.';
export const timeZoneHint = (now: string) =>
  `Détermine le début et la fin de vos journées. Heure locale : ${now}.`;
export const browserTimeZone = (label: string) => `Utiliser celui du navigateur : ${label}`;
export const saved = 'Enregistré';
export const leaveQuestion = 'Quitter sans enregistrer ?';
export const leaveWithoutSaving = 'Quitter sans enregistrer';
export const leaveHint = 'Vos modifications n’ont pas été enregistrées.';
export const nothingChanged = 'Aucune modification à enregistrer';
export const required = 'Ce champ est obligatoire';
export const enterSiteAddress = 'Saisissez l’adresse de votre site, par ex. example.org';
export const enterEmail = 'Saisissez une adresse e-mail valide';
export const wrongPassword = 'Ce n’est pas votre mot de passe actuel';
export const chooseOne = 'Choisissez au moins une option';
export const tooShort = (min: number) => `Saisissez au moins ${pluralize(min, 'caractère', 'caractères')}`;
export const tooLong = (max: number) => `Saisissez au plus ${pluralize(max, 'caractère', 'caractères')}`;
export const wholeNumber = (min: number, max: number) =>
  `Saisissez un nombre entier de ${formatNumber(min)} à ${formatNumber(max)}`;
export const wrongSignIn = 'E-mail ou mot de passe incorrect';
export const tooManyWrongPasswords = (minutes: number) =>
  `Trop de mots de passe incorrects : réessayez dans ${pluralize(minutes, 'minute', 'minutes')}`;
