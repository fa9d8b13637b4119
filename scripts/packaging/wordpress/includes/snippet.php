<?php
/**
 * The script in pages.
 *
 * @package Footfall
 */

namespace Footfall;

defined( 'ABSPATH' ) || exit;

const SCRIPT_HANDLE = 'footfall';

/**
 * Returns the address that pages load the script from; null where none is set.
 */
function script_address(): ?string {
	$options = get_options();
	$script  = parse_script( $options['script'] );
	if ( null === $script ) {
		return null;
	}
	if ( ! $options['proxy'] || ! has_pretty_permalinks() ) {
		return $options['script'];
	}
	$own = home_url( "/{$options['proxy_path']}/{$script['folder']}/{$script['uid']}.js" );
	return '' === $script['query'] ? $own : "$own?{$script['query']}";
}

/**
 * Returns whether the reader of a page is one whose views are not counted.
 */
function is_excluded(): bool {
	return is_preview() || is_customize_preview()
		|| array_intersect( wp_get_current_user()->roles, get_options()['exclude_roles'] ) !== array();
}

/**
 * Adds the script to a page.
 */
function enqueue_script(): void {
	$address = script_address();
	if ( null === $address || is_excluded() ) {
		return;
	}
	// No version: the server says how long the script may be kept.
	wp_enqueue_script( SCRIPT_HANDLE, $address, array(), null, false ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion
}

/**
 * Lets the page be read while the script loads.
 *
 * @param string $tag    Element of a script.
 * @param string $handle Its name.
 */
function defer_script( string $tag, string $handle ): string {
	return SCRIPT_HANDLE === $handle ? str_replace( '<script ', '<script defer ', $tag ) : $tag;
}
