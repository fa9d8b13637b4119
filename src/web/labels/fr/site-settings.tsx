/** Texts of the settings of a site. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { formatNumber, inflectText, pluralize } from './language.ts';

export const backupTitle = 'Sauvegarder';
export const backupHint = (
  <>
    Sauvegarde tous les sites de ce serveur sans l’arrêter.{' '}
    <ServerLink href="/docs/backup">En savoir plus sur les sauvegardes</ServerLink>
  </>
);
export const backupCommandName = 'la commande de sauvegarde';
export const exportHint = (
  <>
    Sur le serveur, vous pouvez exporter le site entier dans un dossier, avec les données importées, les
    paramètres et les annotations. <ServerLink href="/docs/export">En savoir plus sur les exports</ServerLink>
  </>
);
export const exportCommandName = 'la commande d’export';
export const download = 'Exporter les données';
export const key = 'clé API';
export const downloadByProgram = (link: ReactNode) => (
  <>Pour exporter avec un programme, utilisez une {link} :</>
);
export const downloadHint = 'Données brutes de la période, prêtes à être réimportées. Jours en UTC.';
export const asFile = (text: string, format: string) => `${text} en ${format}`;
export const fileFormat = 'Format du fichier';
export const firstDay = 'Premier jour';
export const lastDay = 'Dernier jour';
export const daysBackwards = 'Le dernier jour précède le premier';
export const resetSite = 'Réinitialiser les statistiques';
export const resetHint = (lifetimeHits: string) =>
  `Cette action supprime ${lifetimeHits} ${inflectText(lifetimeHits, 'page vue', 'pages vues')} ainsi que tous les événements, kudos, imports et faits marquants, mais conserve le site, ses paramètres et sa surveillance. Elle est irréversible.`;
export const resetTitle = 'Réinitialiser les statistiques';
export const resetQuestion = 'Réinitialiser les statistiques de ce site ?';
export const siteReset = (label: string) => `Statistiques de ${label} réinitialisées`;
export const domain = 'Domaine';
export const wrongDomain = 'Le domaine ne correspond pas';
export const deleteSite = 'Supprimer le site';
export const deleteHint = (lifetimeHits: string) =>
  `Cette action supprime ${lifetimeHits} ${inflectText(lifetimeHits, 'page vue', 'pages vues')} ainsi que tous les événements, les kudos, la surveillance et les paramètres de ce site. Elle est irréversible. Pour seulement arrêter le suivi, désactivez « Collecter les données » dans Général.`;
export const deleteTitle = 'Supprimer ce site';
export const deleteQuestion = 'Supprimer ce site ?';
export const siteDeleted = (label: string) => `${label} supprimé`;
export const deleteConfirm = 'Supprimer définitivement';
export const confirmationLabel = (label: ReactNode) => (
  <>
    Saisissez <b>{label}</b> pour confirmer
  </>
);
export const siteName = 'Nom du site';
export const wrongName = 'Le nom ne correspond pas';
export const notShown = 'Masqué';
export const allHits = 'Toutes les pages vues';
export const uniqueHits = 'Vues uniques';
export const noButton = 'Aucun bouton';
export const emojiButton = 'Bouton avec un emoji ou un texte';
export const customButton = 'Votre propre bouton';
export const countriesHint = 'Les 10 premiers pays.';
export const uptimeHint = 'Disponibilité des 30 derniers jours.';
export const publicPageLink = 'Lien vers les statistiques publiques';
export const publicPageLinkHint = 'Ouvre votre page de statistiques publiques.';
export const clickEvents = 'Suivre les clics comme événements';
export const clickEventsHint = 'Suit les clics sur les éléments avec data-footfall-event.';
export const spa = 'Applications monopages sans historique du navigateur';
export const spaHint = 'Ajoute footfall.triggerUpdate(). Inutile si votre application utilise l’API History.';
export const beacon = 'Envoyer avec sendBeacon';
export const beaconHint = 'Enregistre aussi les visiteurs qui repartent aussitôt.';
export const showOnly = 'Affichage seul';
export const showOnlyHint = 'Ne suit pas les visites. Pour les aperçus de votre site.';
export const showOnThePage = 'Afficher sur la page';
export const numberOfHits = 'Pages vues';
export const kudosHint = 'Vos visiteurs applaudissent une page en un clic.';
export const onTheButton = 'Texte du bouton';
export const howItCounts = 'Options de suivi';
export const captureTitle = 'Événements automatiques';
export const captureHint = 'Rien à changer sur vos pages. Prend effet en moins d’une heure.';
export const outboundLinks = 'Liens sortants';
export const outboundLinksHint =
  'Les clics sur les liens vers d’autres sites, des adresses e-mail et des numéros de téléphone.';
export const downloads = 'Téléchargements';
export const downloadsHint =
  'Les clics sur les liens vers des documents, archives, programmes et fichiers multimédias.';
export const formSubmissions = 'Formulaires envoyés';
export const formSubmissionsHint = 'Quel formulaire a été envoyé, jamais ce qui a été saisi.';
export const missingPages = 'Pages 404';
export const missingPagesHint = 'Les pages demandées par les visiteurs et absentes de votre site.';
export const engagement = 'Temps passé et profondeur de défilement';
export const revenue = 'Chiffre d’affaires';
export const funnels = 'Entonnoirs';
export const engagementHint =
  'Combien de temps les pages sont lues et jusqu’où on les fait défiler. Une visite de 10 secondes ou plus n’est pas un rebond.';
/** What is exported of it. */
export const engagementRows = 'Engagement';
export const captureGuideLink = 'Ce qui est suivi exactement';
export const accountTimeZone = (zone: string | undefined) =>
  `Fuseau horaire du compte${zone === undefined ? '' : ` (${zone})`}`;
export const siteTimeZoneHint = (now: string) =>
  `Détermine le début et la fin d’une journée de ce site, y compris les jours passés, sur ses pages et dans les statistiques publiques, les rapports par e-mail et les faits marquants. Heure locale : ${now}.`;
export const rebuildingDays =
  'Les jours passés sont en cours de recalcul. D’ici là, les rapports restent exacts mais peuvent être plus lents.';
export const theSite = 'Site';
export const labelHint = 'Par défaut, le domaine';
export const addressHint =
  'Les visites sur ce domaine sont suivies, avec ou sans www. La vérification de disponibilité utilise cette adresse.';
export const rootPath = 'Chemin racine';
export const rootPathHint = 'Pour un site placé sous un chemin de son domaine, comme /blog. En général vide.';
export const hosts = 'Domaines supplémentaires';
export const hostsHint =
  'Un par ligne, comme blog.example.org, ou *.example.org pour tous les sous-domaines.';
export const anyHost = 'Suivre tous les domaines';
export const anyHostHint =
  'Pour les sites sur trop de domaines pour les énumérer. N’importe qui pourrait alors envoyer des données à ce site depuis ses propres pages.';
export const takeHits = 'Collecter les données';
export const takeHitsHint =
  'Si désactivé, rien de nouveau n’est enregistré ; les données existantes sont conservées.';
export const paths = 'Chemins';
export const pathsHint = 'Chemins complets. Utilisez * comme caractère générique.';
export const ipAddresses = 'Adresses IP';
export const ipAddressesHint = 'Adresses seules ou plages. Une adresse peut changer avec le temps.';
export const ownAddress = (range: ReactNode) => <>Votre adresse est {range}.</>;
export const excludeOwnAddress = 'Exclure mon adresse';
export const ignoredCountriesHint = 'Codes à deux lettres. XX pour inconnu.';
export const referrersHint = 'Un domaine avec ses sous-domaines, ou le début d’une URL.';
export const userAgents = 'User agents';
export const userAgentsHint = 'Une partie du user agent du navigateur, au moins 3 caractères.';
export const networks = 'Réseaux';
export const excludeHosting = 'Exclure les réseaux d’hébergement';
export const excludeHostingHint =
  'Serveurs et centres de données, d’où viennent la plupart des bots. Les robots d’IA gardent leurs propres rapports.';
export const excludeVpn = 'Exclure les VPN';
export const excludeVpnHint = 'Les personnes qui naviguent par un VPN ne sont alors pas comptées non plus.';
export const path = 'Chemin';
export const ipAddress = 'Adresse IP';
export const userAgent = 'User agent';
export const testerTitle = 'Tester vos règles';
export const tryIt = 'Tester';
export const testerUnsavedHint = 'Les modifications non enregistrées ci-dessus ne sont pas testées.';
export const notCountedBecause = (reason: ReactNode) => <>Exclu : {reason}</>;
export const notCounted = (label: string, value: ReactNode) => (
  <>
    Exclu : {label} correspond à {value}
  </>
);
export const counted = 'Compté';
export const ignoringTitle = 'Exclusions';
export const ignoreOwnLink = 'ouvrez le lien d’exclusion';
export const ignoringHint = (link: ReactNode) => (
  <>
    Une règle par ligne. S’applique uniquement aux nouvelles visites. Pour n’exclure que vous-même, {link}{' '}
    dans vos navigateurs.
  </>
);
export const ruleCount = (count: number) => pluralize(count, 'règle', 'règles');
export const monitoringTitle = 'Surveillance';
export const uptimeMonitoringHint =
  'Vérifie régulièrement votre site et vous envoie un e-mail en cas de panne.';
export const contentMonitoring = 'Liens cassés et contenu mixte';
export const contentMonitoringHint = 'Explore le site une fois par jour et vérifie chaque lien.';
export const mailIssues = 'M’avertir par e-mail des nouveaux problèmes';
export const onlyInternalLinks = 'Liens internes uniquement';
export const onlyInternalLinksHint = 'Ne vérifie pas les liens vers d’autres sites.';
export const insightsHint =
  'Un résumé quotidien de ce qui a changé. Si désactivé, les annotations sont masquées aussi.';
export const webmentions = 'Webmentions';
export const webmentionsHint =
  'Les likes d’autres sites comptent comme kudos. Si désactivé, le point d’accès Webmention renvoie une erreur 404.';
export const privacy = 'Confidentialité';
export const honourGpc = 'Respecter Global Privacy Control';
export const honourGpcHint =
  'Ne suit pas les navigateurs qui envoient ce signal. La loi l’exige dans de nombreux pays.';
export const honourDnt = 'Respecter Do Not Track';
export const honourDntHint = 'Ne suit pas les navigateurs qui envoient cet ancien signal.';
export const locationDetail = 'Lieu';
export const locationDetailHint =
  'Les régions et les villes ne sont enregistrées que pour les nouvelles visites et nécessitent une base de données des villes sur le serveur ou un CDN en amont. Les lieux de moins de cinq visiteurs sont regroupés.';
export const locationDetails = {
  country: 'Pays',
  region: 'Pays et région',
  city: 'Pays, région et ville',
} as const;
export const showUniqueHits = 'Afficher les vues uniques';
export const uniqueHitsHint =
  'Vues par des visiteurs qui n’avaient pas encore vu la page ce jour-là. Si désactivé, les rapports les omettent.';
export const privacyGuideLink = 'Ce qui est stocké sur chaque visite';
export const identifyTitle = 'Visiteurs connectés';
export const identify = 'Accepter les identifiants de visiteur envoyés par les pages';
export const identifyHint = (
  <>
    Vos pages appellent <code>footfall.identify()</code> avec un identifiant de votre choix. Les rapports ne
    comptent alors cette personne qu’une fois, d’un jour et d’un appareil à l’autre. Seule une empreinte de
    l’identifiant est stockée. Un consentement peut être nécessaire.
  </>
);
export const identifyGuideLink = 'Identifier les visiteurs';
export const visitorTitle = 'Une personne';
export const visitorHint =
  'Pour consulter ou supprimer les données d’une personne, saisissez l’identifiant de visiteur que vos pages ou vos appels d’API envoient pour elle. Les données stockées ne permettent pas d’identifier les visiteurs anonymes.';
export const visitorId = 'Identifiant de visiteur';
export const lookUp = 'Rechercher';
export const noVisitor = 'Rien n’est stocké pour cet identifiant';
export const noVisitorHint = 'Vérifiez l’orthographe, majuscules et minuscules comprises.';
export const visitorCounts = (hits: number, events: number) =>
  `${pluralize(hits, 'page vue', 'pages vues')} et ${pluralize(events, 'événement', 'événements')}.`;
export const visitorTimes = (first: string, last: string) =>
  `Première activité\u202f: ${first}. Dernière\u202f: ${last}.`;
export const moreRows = (count: string) =>
  `et ${count} ${inflectText(count, 'autre', 'autres')} dans le fichier`;
export const asJson = 'Tout en JSON';
export const deleteVisitor = 'Supprimer les données de cette personne';
export const deleteVisitorQuestion = 'Supprimer les données de cette personne\u202f?';
export const deleteVisitorHint = (rows: number) =>
  `Supprime définitivement ${pluralize(rows, 'ligne', 'lignes')} et retire cette personne de tous les rapports. Pensez aussi à vos propres sauvegardes et exports.`;
export const visitorDeleted = (rows: number) => pluralize(rows, 'ligne supprimée', 'lignes supprimées');
export const removeQuestion = 'Supprimer les anciennes données ?';
export const removeConfirm = 'Enregistrer et supprimer cette nuit';
export const publicAddress = 'Lien public';
export const publicAddressName = 'le lien public';
export const frameTitle = 'Intégrer dans une page :';
export const frameName = 'le code d’intégration';
export const badges = 'Badges';
export const badgesHint =
  'Images affichant un nombre actualisé, pour un site web ou un README. Sans JavaScript.';
export const badgeWord = 'Texte';
export const hitsWord = 'pages vues';
export const badgeColour = 'Couleur';
export const badgeColourError = 'Utilisez 3 ou 6 chiffres hexadécimaux, par ex. 1a7f37';
export const uptimeWord = 'disponibilité';
export const badgeAlt = (what: string) => `Badge : ${what}`;
export const badgeName = (what: string) => `le badge « ${what} »`;
export const hitsAndVisitors = 'Pages vues et visiteurs';
export const eventsByName = 'Événements par nom';
export const publicPage = 'Statistiques publiques';
export const publicField = 'Rendre les statistiques publiques';
export const publicHint =
  'Tout le monde peut voir les statistiques choisies ici, sur une page publique, dans des badges et des compteurs.';
export const shownLegend = 'Afficher';
export const embeddable = 'Autoriser l’intégration dans d’autres sites';
export const sharedProperties = 'Propriétés publiques';
export const sharedPropertiesHint =
  'Affichées sur la page publique, dans les liens partagés et dans les rapports par e-mail. Un nom par ligne, 5 au plus. Les valeurs de moins de 5 visiteurs sont masquées. N’indiquez aucune propriété qui identifie des personnes.';
export const forever = 'Sans limite';
export const otherDays = 'Personnalisée';
export const keepHits = 'Durée de conservation';
export const keepHitsHint =
  'Les pages vues, événements, visites de robots d’IA et pages vues en quarantaine plus anciens sont supprimés chaque nuit.';
export const nothingOlder = (first: string) =>
  `Il n’y a pas encore de données antérieures au ${first}. Les données devenues plus anciennes seront supprimées chaque nuit.`;
export const removedHits = (going: string, lifetimeHits: string) =>
  ` : ${going} ${inflectText(going, 'page vue', 'pages vues')} sur ${lifetimeHits}, avec les événements et les visites de robots d’IA de cette période.`;
export const removeHint = (firstKeptDay: string, part: string) => (
  <>
    Cette nuit, toutes les données antérieures au <b>{firstKeptDay}</b> seront définitivement supprimées
    {part}
  </>
);
export const general = 'Général';
export const snippet = 'Code de suivi';
export const ignoring = 'Exclusions';
export const spam = 'Spam de référents';
export const thisPart = 'Page de paramètres';
export const partsLabel = 'Paramètres de ce site';
export const snippetTitle = 'Code de suivi';
export const snippetHint = (
  <>
    Collez-le avant <code>&lt;/head&gt;</code> sur chaque page. Les options ci-dessous modifient le code.
  </>
);
export const elementsHint = 'Collez ces éléments là où ils doivent apparaître :';
export const elementsName = 'les éléments';
export const makeItPublic = 'Rendre les statistiques publiques';
export const countersHint = (link: ReactNode) => (
  <>Les compteurs ne fonctionnent que si les statistiques du site sont publiques. {link}</>
);
export const siteBuildersLink = 'Guides d’installation pour WordPress, Hugo, Webflow et d’autres';
export const snippetGuideLink = 'En savoir plus sur le code de suivi';
export const refusalsTitle = 'Hors décompte ces 24 dernières heures';
export const noRefusals = 'Rien n’a été exclu';
export const noRefusalsHint =
  'Les pages vues et événements non comptés sont listés ici avec leur raison : autre domaine, exclusion, robot ou signal de confidentialité. La liste est vidée au redémarrage du serveur.';
export const besideTitle = 'Plus';
export const ignoreOwnTitle = 'Exclure vos propres visites';
export const ignoreOwnHint = (
  <>
    Ouvrez ce lien une fois dans chacun de vos navigateurs. Pour être de nouveau compté, ouvrez-le avec{' '}
    <code>=false</code>.
  </>
);
export const ignoreOwnName = 'le lien d’exclusion';
export const cspTitle = 'Content-Security-Policy';
export const cspHint = 'Si votre site en a une, autorisez :';
export const cspName = 'la politique';
export const pixelTitle = 'Sans JavaScript';
export const pixelHint =
  'Dans les e-mails et les flux, cette image compte une page vue du chemin de son URL :';
export const pixelName = 'le pixel de suivi';
export const spamTitle = 'Quarantaine';
export const noSpam = 'La quarantaine est vide';
export const noSpamHint =
  'Les pages vues dont le référent est du spam sont retenues ici. Vérifiez-les et restaurez celles qui sont légitimes.';
export const all = (total: number) => `tout (${formatNumber(total)})`;
export const spamCounted = (hits: string) => `Restauration de ${hits}`;
export const spamDeleted = (hits: string) => `Suppression de ${hits}`;
export const countHits = (words: string) => `Restaurer ${words}`;
export const countQuestion = 'Tout restaurer ?';
export const countHint =
  'Elles seront ajoutées à vos statistiques à la date de leur enregistrement. Cette action est irréversible.';
export const deleteHits = (words: string) => `Supprimer ${words}`;
export const deleteSpamQuestion = 'Supprimer définitivement ?';
export const deleteSpamHint = 'Elles ne font pas partie de vos statistiques. Cette action est irréversible.';
export const chooseSomeHint = 'Ou sélectionnez-en ci-dessous.';
export const off = 'Désactivé';
export const offHint = 'Seulement les domaines listés ci-dessous.';
export const basic = 'Standard';
export const basicHint = 'Domaines de spam connus et noms de domaine invalides.';
export const strict = 'Strict';
export const strictHint =
  'Aussi les adresses IP, les domaines privés, les mots-clés de spam typiques et les navigateurs headless.';
export const filter = 'Filtre anti-spam';
export const filterHint = 'Filtre du spam de référents';
export const spamHosts = 'Domaines bloqués';
export const spamHostsHint = 'Un par ligne, sous-domaines inclus.';
export const days180 = '180 jours';
export const year1 = '1 an';
export const years2 = '2 ans';
export const years3 = '3 ans';
export const years5 = '5 ans';
export const it = 'la page vue';
