/** The service worker of the dashboard: shows notifications that the server sends by Web Push. */
addEventListener('push', event => {
  const { title, body, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, data: url, icon: 'favicon.ico' }));
});

addEventListener('notificationclick', event => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(clients.openWindow(event.notification.data));
});
