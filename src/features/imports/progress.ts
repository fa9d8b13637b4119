/** Share of a file after which progress is reported again. */
const PROGRESS_STEP = 0.01;

/** Returns a function that passes a share on when it has grown by a step. */
export function inSteps(onProgress: (share: number) => void): (share: number) => void {
  let reported = 0;
  return share => {
    if (share - reported < PROGRESS_STEP) return;
    reported = share;
    onProgress(share);
  };
}
