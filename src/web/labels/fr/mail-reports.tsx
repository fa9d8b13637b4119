/** Texts of the mail reports page. */
import type { ReactNode } from 'react';

export const newReport = 'Nouveau rapport';
export const noSubjects = 'Aucun site pour l’instant';
export const noSubjectsHint = (link: ReactNode) => (
  <>Les rapports par e-mail résument un site ou un groupe. Commencez ici : {link}.</>
);
export const alreadyAdded = 'Vous recevez déjà ce rapport';
export const added = (name: string) => `Rapport créé : ${name}`;
export const submitReport = 'Créer le rapport';
export const about = 'Site ou groupe';
export const howOften = 'Fréquence';
export const everyWeek = 'Hebdomadaire';
export const weeklyHint = (weekday: string) => `${weekday} à 7 h, pour la semaine précédente`;
export const everyMonth = 'Mensuelle';
export const monthlyHint = 'Le 1er à 7 h, pour le mois précédent';
export const weekly = 'hebdomadaire';
export const monthly = 'mensuel';
export const group = 'groupe';
export const next = (next: string) => `Prochain envoi : ${next}`;
export const waitsForMail = 'En attente de la configuration des e-mails';
export const noneSentYet = 'aucun envoi pour l’instant';
export const lastSent = (last: ReactNode) => <>dernier envoi {last}</>;
export const onItsWayTo = (email: string) => `Envoi à ${email}`;
export const sendReportNow = (reportName: string) => `Envoyer maintenant : ${reportName}`;
export const sendNow = 'Envoyer maintenant';
export const removed = (name: string) => `Rapport supprimé : ${name}`;
export const removeReport = (reportName: string) => `Supprimer ${reportName}`;
export const yourReports = 'Vos rapports';
export const noMail =
  'L’envoi d’e-mails n’est pas configuré sur ce serveur : les rapports ne peuvent pas être envoyés. Ceux que vous créez maintenant seront envoyés dès que ce sera fait.';
export const noReports = 'Aucun rapport pour l’instant';
export const noReportsHint =
  'Recevez un résumé hebdomadaire ou mensuel par e-mail : visiteurs, pages vues, principales pages, sources et pays, et disponibilité.';
export const sundays = 'Le dimanche';
export const mondays = 'Le lundi';
