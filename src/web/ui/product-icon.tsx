import icon from '../icon.svg' with { type: 'text' };

const ADDRESS = `data:image/svg+xml,${encodeURIComponent(icon)}`;

/** The icon of the program. Within the script: it needs no request. */
export const ProductIcon = () => <img src={ADDRESS} alt="" />;
