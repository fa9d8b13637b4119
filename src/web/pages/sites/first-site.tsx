/** The empty state of an account without sites. */

import { useCanWrite } from '../../app/user.ts';
import * as labels from '../../labels/sites.tsx';
import { AddSiteForm } from './add-site.tsx';

export function FirstSite() {
  const canWrite = useCanWrite();
  if (!canWrite) {
    return <p className="soft">{labels.noSites}</p>;
  }
  return (
    <div className="first-site">
      <p className="first-site-lead">{labels.firstSiteHint}</p>
      <AddSiteForm />
      <ol className="first-site-steps">
        <li>{labels.stepAddress}</li>
        <li>{labels.stepSnippet}</li>
        <li>{labels.stepOpen}</li>
      </ol>
    </div>
  );
}
