import icon from '../icon.svg';

/** The icon of the program. The build puts it into the script, so that it needs no request. */
export const ProductIcon = () => <img src={icon} alt="" />;
