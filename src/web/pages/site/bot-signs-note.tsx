import * as labels from '../../labels/breakdown-lists.tsx';

/** Says what signs of bots are, above their list. */
export const BotSignsNote = () => <p className="breakdown-note soft">{labels.botSigns}</p>;
