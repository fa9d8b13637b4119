/** An account without sites: what a site is, and the way to the first. */
import { useCanWrite } from '../../app/user.ts';
import { AddSiteForm } from './add-site.tsx';

export function FirstSite() {
  const canWrite = useCanWrite();
  if (!canWrite) {
    return <p className="soft">There is no site here yet. Whoever runs this account adds them.</p>;
  }
  return (
    <div className="first-site">
      <p className="first-site-lead">
        A site is an address whose visits are counted. You get one line to paste into its pages. It sets no
        cookie.
      </p>
      <AddSiteForm />
      <ol className="first-site-steps">
        <li>
          <b>Add its address.</b> Only pages of that host count, with or without www.
        </li>
        <li>
          <b>Paste the line</b> into the head of its pages. <a href="/docs/site-builders">Site builders</a>{' '}
          have a place for it.
        </li>
        <li>
          <b>Open one of them.</b> The visit shows here within a second.
        </li>
      </ol>
    </div>
  );
}
