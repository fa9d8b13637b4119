/** Texts of the imports of a site. */
import { inflectText, pluralize } from './language.ts';

export const imports = 'Importations';
export const importTitle = 'Importer des données';
export const dropHint = 'Déposez un fichier ici ou';
export const chooseFile = 'Choisir un fichier';
export const chooseOther = 'Choisir un autre fichier';
export const oneFile = 'Importez un seul fichier à la fois.';
export const emptyFile = 'Ce fichier est vide.';
export const tooLarge = 'Ce fichier dépasse 4 Go. Divisez-le ou utilisez la commande sur le serveur.';
export const fileHint =
  'Jusqu’à 4 Go, tel quel ou compressé en zip, gzip ou zstd. Rien ne change avant votre confirmation.';
export const accessLog = 'Journal du serveur';
/** A file of a tool, such as Umami. */
export const exportOf = (tool: string) => `Export de ${tool}`;
export const accessLogFile = 'Journal d’accès d’un serveur';
export const uploading = (percent: string) => `Envoi\u202f: ${percent}`;
export const checking = 'Vérification du fichier…';
export const starting = 'Démarrage de l’importation…';
export const largeFile = (size: string) =>
  `Ce fichier fait ${size}. Le vérifier d’abord oblige à l’envoyer deux fois. Vous pouvez aussi l’importer tout de suite\u202f: chaque importation peut être annulée.`;
export const checkFirst = 'Vérifier d’abord';
export const importIt = 'Importer';
export const importAnyway = 'Importer sans vérifier';
export const started = 'Importation démarrée. Vous pouvez quitter cette page.';
export const visitsKind =
  'Il contient des visites individuelles. Elles apparaissent dans tous les rapports, graphiques et filtres.';
export const daysKind =
  'Il contient des totaux par jour. Ils s’ajoutent aux graphiques, aux totaux et aux listes\u202f; le détail des visites n’est pas dans le fichier.';
export const nothingNew = 'Ce fichier ne contient aucune nouvelle page vue. Il a peut-être déjà été importé.';
export const nothingReadable = 'Aucune ligne de ce fichier n’est lisible.';
export const firstAndLastDay = 'Période';
export const hitsToAdd = 'Pages vues à ajouter';
export const rowsRead = 'Lignes du fichier';
export const rowsBad = 'Lignes illisibles';
export const leftOutTitle = 'Non importé';
export const badRowsTitle = 'Lignes illisibles';
export const badRowsHint = 'Elles sont ignorées\u202f; tout le reste est importé.';
export const line = (number: string) => `Ligne ${number}`;
export const moreBadRows = (count: string) => `et ${count} ${inflectText(count, 'autre', 'autres')}`;
export const options = 'Options';
export const formatLabel = 'Format';
export const formatHint = 'Utile seulement s’il a été mal reconnu.';
export const recognise = 'Détecter automatiquement';
export const zoneHint = 'Pour les heures du fichier sans fuseau horaire.';
export const ownFormat = 'Fichier au format de Footfall';
export const logFormat = 'Format du journal (facultatif)';
export const logFormatHint = 'Le log_format de votre configuration nginx, si vous l’avez personnalisé.';
export const withoutHits = 'Laisser de côté les pages vues';
export const withoutHitsHint =
  'Pour les sites qui utilisent déjà le code de suivi. Les robots d’IA et tout ce que seul le journal montre sont conservés.';
export const overlap = 'Importer aussi les jours déjà mesurés';
export const overlapHint =
  'Sinon, les jours importés s’arrêtent la veille de votre première page vue, pour ne rien compter deux fois.';
export const checkAgain = 'Vérifier à nouveau';
export const notReadable = 'Ce fichier ne peut pas être importé';
export const notReadableHint =
  'Si vous savez de quel outil il vient, choisissez le format et vérifiez à nouveau. Sinon, voyez quels fichiers conviennent.';
export const formatsLink = 'Formats pris en charge';
export const historyTitle = 'Historique des importations';
export const noImports = 'Aucune importation';
export const noImportsHint =
  'Conservez vos années d’historique. Exportez un fichier depuis votre outil précédent\u202f:';
/** What to export, by tool. */
export const sourceFiles = {
  plausible: 'l’archive zip des fichiers CSV',
  umami: 'CSV, l’archive zip d’Umami Cloud ou un export SQL',
  goatcounter: 'l’export CSV',
  matomo: 'JSON de l’API Live ou Reporting',
  ga4: 'les rapports en CSV ou JSON',
  'simple-analytics': 'les données brutes en CSV',
  fathom: 'l’export CSV',
  'access-log': 'nginx, Apache, Caddy, Traefik ou CloudFront',
};
export const ownFile = 'Ou créez votre propre fichier CSV, NDJSON ou Parquet.';
export const guideLink = 'Comment importer';
export const statuses = {
  running: 'En cours',
  completed: 'Importé',
  failed: 'Échec',
  undoing: 'Annulation en cours',
  undone: 'Annulé',
  followed: 'Lu en continu',
};
export const progressOf = (name: string) => `Progression de ${name}`;
export const rowsImported = (count: number) => pluralize(count, 'ligne importée', 'lignes importées');
export const rowsKnown = (count: string) => `${count} déjà ${inflectText(count, 'présente', 'présentes')}`;
export const rowsLeftOut = (count: string) => `${count} ${inflectText(count, 'laissée', 'laissées')} de côté`;
export const rowsUnreadable = (count: string) => `${count} ${inflectText(count, 'illisible', 'illisibles')}`;
export const details = 'Détails';
export const undo = 'Annuler l’importation';
export const undoOf = (name: string) => `Annuler l’importation de ${name}`;
export const undoQuestion = 'Annuler cette importation\u202f?';
export const undoHint = (rows: number) =>
  `Supprime ${pluralize(rows, 'ligne importée', 'lignes importées')}. Vos autres données restent. Vous pourrez importer à nouveau le fichier.`;
export const undoFollowedHint = (rows: number) =>
  `Supprime ${pluralize(rows, 'ligne importée', 'lignes importées')} de ce journal. Ce qui y sera écrit à partir de maintenant sera toujours importé : arrêtez la commande qui lit le journal si vous ne le souhaitez pas.`;
export const undoConfirm = 'Annuler l’importation';
export const commandHint =
  'Les fichiers de plusieurs gigaoctets et les journaux s’importent plus vite sur le serveur\u202f:';
export const commandName = 'la commande d’importation';
