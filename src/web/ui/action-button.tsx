import { Button, type ButtonProps } from './button.tsx';
import { useAsyncAction } from './use-async-action.ts';

/** A small button for an asynchronous action: busy until it has settled; a failure is shown as a toast. */
export function ActionButton({
  work,
  isBusy = false,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'isSmall'> & { readonly work: () => Promise<unknown> }) {
  const action = useAsyncAction();
  return <Button {...rest} isSmall isBusy={isBusy || action.isBusy} onClick={() => void action.run(work)} />;
}
