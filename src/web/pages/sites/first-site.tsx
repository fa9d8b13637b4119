/** The empty state of an account without sites. */

import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/sites.tsx';
import { AddSiteForm } from './add-site.tsx';

export function FirstSite() {
  const canWrite = useCanWrite();
  if (!canWrite) {
    return <p className="soft">{labels.thereIsNoSiteHere}</p>;
  }
  return (
    <div className="first-site">
      <p className="first-site-lead">{labels.aSiteIsAnAddress}</p>
      <AddSiteForm />
      <ol className="first-site-steps">
        <li>{labels.addItsAddressOnlyPages}</li>
        <li>{labels.pasteTheLineIntoThe}</li>
        <li>{labels.openOneOfThemThe}</li>
      </ol>
    </div>
  );
}
