<?php
/**
 * The plugin's options, and what a script's address says.
 *
 * @package Footfall
 */

namespace Footfall;

defined( 'ABSPATH' ) || exit;

const OPTION = 'footfall';

const DEFAULTS = array(
	// Address of the script, as the dashboard shows it.
	'script'        => '',
	// Whether pages load it from this site's own domain.
	'proxy'         => false,
	// First part of the path of what is passed on.
	'proxy_path'    => 'stats',
	// Roles whose views are not counted.
	'exclude_roles' => array( 'administrator', 'editor' ),
);

/**
 * Returns the options, with defaults for those that were never saved.
 *
 * @return array{script: string, proxy: bool, proxy_path: string, exclude_roles: string[]}
 */
function get_options(): array {
	$saved = get_option( OPTION, array() );
	return array_merge( DEFAULTS, is_array( $saved ) ? $saved : array() );
}

/**
 * Parses the address of a script: that of a server, maybe with a path of its own, the name of the script's folder, the
 * site's UID, and flags.
 *
 * @param string $address Address, as in `https://stats.example.org/embed/UID.js?kudos`.
 * @return array{server: string, folder: string, uid: string, query: string}|null Null for anything else.
 */
function parse_script( string $address ): ?array {
	$found = array();
	$form  = '~^(https?://[^/?#\s"\'<>]+(?:/[^/?#\s"\'<>]+)*?)/([A-Za-z0-9_-]+)/([A-Za-z0-9_-]+)\.js(?:\?([^#\s"\'<>]*))?$~';
	if ( ! preg_match( $form, $address, $found ) || ! wp_parse_url( $found[1], PHP_URL_HOST ) ) {
		return null;
	}
	return array(
		'server' => $found[1],
		'folder' => $found[2],
		'uid'    => $found[3],
		'query'  => $found[4] ?? '',
	);
}

/**
 * Returns whether the web server asks WordPress for other paths: it does not with plain permalinks, nor with those behind
 * `/index.php/`, which WordPress chooses where nothing can be rewritten.
 */
function has_pretty_permalinks(): bool {
	global $wp_rewrite;
	return $wp_rewrite->using_permalinks() && ! $wp_rewrite->using_index_permalinks();
}
