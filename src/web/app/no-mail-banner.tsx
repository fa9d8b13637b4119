import type { ReactNode } from 'react';
import * as shared from '../labels/shared.tsx';
import { useUserSettings } from './user.ts';

/** Says that this server sends no mail, wherever a page promises some. */
export function NoMailBanner({ children }: { /** What does not come. */ readonly children: ReactNode }) {
  if (useUserSettings().data?.settings.is_mailed !== false) return null;
  return (
    <p className="banner" role="status">
      {children} {shared.howToSetUpMail}
    </p>
  );
}
