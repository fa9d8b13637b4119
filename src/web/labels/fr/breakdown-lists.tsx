/** Texts of lists of the overview: how to get rows where they are empty, and what some of them mean. */
import { ServerLink } from '../../ui/server-link.tsx';

export const emptyEvents = (
  <>
    Suivez les clics, inscriptions ou achats sous forme d’événements, comme « cart.add ».{' '}
    <ServerLink href="/docs/events-and-kudos#events">Comment envoyer des événements</ServerLink>
  </>
);
export const emptyKudos = (
  <>
    Ajoutez un bouton pour que vos lecteurs vous remercient en un clic.{' '}
    <ServerLink href="/docs/events-and-kudos#kudos">Comment ajouter des kudos</ServerLink>
  </>
);
export const emptyAgents = (
  <>
    Les robots exécutent rarement JavaScript : utilisez le pixel ou signalez leurs visites depuis votre
    serveur. <ServerLink href="/docs/snippet#without-javascript">Comment suivre les robots d’IA</ServerLink>
  </>
);
export const emptyCampaigns = (by: string) => (
  <>
    Balisez les liens que vous partagez avec <code>?utm_{by}=…</code> pour les voir ici.
  </>
);
export const emptyPlaces =
  'Seuls les pays sont conservés. Vous pouvez changer cela dans Paramètres, Confidentialité.';
export const emptyNetworks =
  'Les réseaux ne sont connus que pour les nouvelles visites, d’après leur adresse.';
export const emptySources = (
  <>
    Balisez les liens que vous partagez avec <code>?ref=…</code> ou <code>?utm_source=…</code> pour voir les
    sources ici.
  </>
);
export const emptyVisits = (
  <>
    Les pages vues de cette période n’ont pas de visiteur et n’appartiennent donc à aucune visite. Envoyez un{' '}
    <code>visitor_id</code> avec chaque page vue.{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">
      Comment les visites sont comptées
    </ServerLink>
  </>
);
export const longerPeriodHint = 'Essayez une période plus longue.';
export const botSigns = (
  <>
    Des personnes laissent aussi de tels indices : ils n’excluent rien.{' '}
    <ServerLink href="/docs/places-and-devices#signs-of-bots">Ce qu’ils signifient</ServerLink>
  </>
);
