<?php
/**
 * Plugin Name:       Footfall
 * Description:       Counts views with your own Footfall server, from its address or from your own domain.
 * Requires at least: 5.8
 * Requires PHP:      7.4
 * License:           MIT
 * Text Domain:       footfall
 * Version:           0.0.0
 *
 * @package Footfall
 */

namespace Footfall;

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/includes/options.php';
require __DIR__ . '/includes/snippet.php';
require __DIR__ . '/includes/proxy.php';

// Before themes and other plugins do their work: what passes through here needs none of it.
add_action( 'plugins_loaded', __NAMESPACE__ . '\pass_on', 1 );
add_action( 'wp_enqueue_scripts', __NAMESPACE__ . '\enqueue_script' );
add_filter( 'script_loader_tag', __NAMESPACE__ . '\defer_script', 10, 2 );

if ( is_admin() ) {
	require __DIR__ . '/includes/settings-page.php';
	add_action( 'admin_init', __NAMESPACE__ . '\register_settings' );
	add_action( 'admin_menu', __NAMESPACE__ . '\add_settings_page' );
	add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), __NAMESPACE__ . '\link_settings' );
}
