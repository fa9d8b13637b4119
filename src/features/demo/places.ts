/** Regions and cities of the demonstration's visitors, by country; those of large ones twice. */
export const PLACES: Readonly<Record<string, readonly (readonly [region: string, city: string])[]>> = {
  US: [
    ['California', 'Los Angeles'],
    ['California', 'San Francisco'],
    ['New York', 'New York'],
    ['New York', 'New York'],
    ['Washington', 'Seattle'],
    ['Texas', 'Austin'],
    ['Oregon', 'Portland'],
  ],
  DE: [
    ['Land Berlin', 'Berlin'],
    ['Land Berlin', 'Berlin'],
    ['Bavaria', 'Munich'],
    ['Hamburg', 'Hamburg'],
    ['Baden-Württemberg', 'Freiburg'],
  ],
  GB: [
    ['England', 'London'],
    ['England', 'London'],
    ['England', 'Bristol'],
    ['Scotland', 'Edinburgh'],
  ],
  FR: [
    ['Île-de-France', 'Paris'],
    ['Île-de-France', 'Paris'],
    ['Auvergne-Rhône-Alpes', 'Lyon'],
    ['Occitanie', 'Toulouse'],
  ],
  NL: [
    ['North Holland', 'Amsterdam'],
    ['South Holland', 'Rotterdam'],
    ['Utrecht', 'Utrecht'],
  ],
  CA: [
    ['Ontario', 'Toronto'],
    ['Quebec', 'Montreal'],
  ],
  SE: [
    ['Stockholm County', 'Stockholm'],
    ['Skåne County', 'Malmö'],
  ],
  AU: [
    ['Victoria', 'Melbourne'],
    ['New South Wales', 'Sydney'],
  ],
  AT: [
    ['Vienna', 'Vienna'],
    ['Styria', 'Graz'],
  ],
  CH: [
    ['Zurich', 'Zurich'],
    ['Geneva', 'Geneva'],
  ],
};
