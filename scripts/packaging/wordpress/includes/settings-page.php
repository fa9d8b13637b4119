<?php
/**
 * Settings → Footfall.
 *
 * @package Footfall
 */

namespace Footfall;

defined( 'ABSPATH' ) || exit;

const PAGE = 'footfall';

/**
 * Returns who may change the settings: they name a server that this one sends requests to, which on a network of sites is for
 * those who run the network.
 */
function needed_capability(): string {
	return is_multisite() ? 'manage_network_options' : 'manage_options';
}

/**
 * Adds the page to the menu.
 */
function add_settings_page(): void {
	add_options_page( 'Footfall', 'Footfall', needed_capability(), PAGE, __NAMESPACE__ . '\show_settings_page' );
}

/**
 * Adds a link to the page to the list of plugins.
 *
 * @param string[] $links Links of the plugin.
 * @return string[]
 */
function link_settings( array $links ): array {
	$address = esc_url( admin_url( 'options-general.php?page=' . PAGE ) );
	return array_merge( array( "<a href=\"$address\">" . esc_html__( 'Settings', 'footfall' ) . '</a>' ), $links );
}

/**
 * Registers the option, and the fields of its form.
 */
function register_settings(): void {
	add_filter( 'option_page_capability_' . PAGE, __NAMESPACE__ . '\needed_capability' );
	register_setting( PAGE, OPTION, array( 'sanitize_callback' => __NAMESPACE__ . '\sanitize' ) );
	add_settings_section( PAGE, '', '__return_empty_string', PAGE );
	$fields = array(
		'script'        => __( 'Tracking code', 'footfall' ),
		'proxy'         => __( 'Own domain', 'footfall' ),
		'proxy_path'    => __( 'Path', 'footfall' ),
		'exclude_roles' => __( 'Not counted', 'footfall' ),
	);
	foreach ( $fields as $name => $title ) {
		$label = in_array( $name, array( 'script', 'proxy_path' ), true ) ? array( 'label_for' => OPTION . "_$name" ) : array();
		add_settings_field( $name, $title, __NAMESPACE__ . "\\show_$name", PAGE, PAGE, $label );
	}
}

/**
 * Checks what was sent. What is wrong keeps its value of before, and is said.
 *
 * @param mixed $sent Fields of the form.
 * @return array<string, mixed>
 */
function sanitize( $sent ): array {
	$sent    = is_array( $sent ) ? $sent : array();
	$options = get_options();
	$script  = trim( (string) ( $sent['script'] ?? '' ) );
	// The whole line may have been pasted.
	if ( preg_match( '~src=["\']([^"\']+)["\']~', $script, $found ) ) {
		$script = html_entity_decode( $found[1] );
	}
	if ( '' === $script || null !== parse_script( $script ) ) {
		$options['script'] = $script;
	} else {
		/* translators: %s: what was entered */
		$message = __( 'The tracking code has to be a line with an address such as https://stats.example.org/embed/UID.js, got “%s”. Nothing of it was changed.', 'footfall' );
		add_settings_error( OPTION, 'script', esc_html( sprintf( $message, substr( $script, 0, 200 ) ) ) );
	}
	$path = trim( (string) ( $sent['proxy_path'] ?? '' ), " \t/" );
	if ( preg_match( '~^[A-Za-z0-9_-]{1,40}$~D', $path ) && ! preg_match( '~^(wp-|index$|feed$)~', $path ) ) {
		$options['proxy_path'] = $path;
	} else {
		/* translators: %s: what was entered */
		$message = __( 'The path has to be one word of at most 40 letters, digits, - and _, which WordPress does not use itself, got “%s”. It was not changed.', 'footfall' );
		add_settings_error( OPTION, 'proxy_path', esc_html( sprintf( $message, substr( $path, 0, 200 ) ) ) );
	}
	$options['proxy']         = ! empty( $sent['proxy'] );
	$roles                    = is_array( $sent['exclude_roles'] ?? null ) ? $sent['exclude_roles'] : array();
	$options['exclude_roles'] = array_values( array_intersect( array_keys( wp_roles()->roles ), $roles ) );
	return $options;
}

/**
 * Shows the field of the script's address.
 */
function show_script(): void {
	printf(
		'<input type="text" class="large-text code" id="footfall_script" name="%s" value="%s" placeholder="https://stats.example.org/embed/UID.js" spellcheck="false">',
		esc_attr( OPTION . '[script]' ),
		esc_attr( get_options()['script'] )
	);
	echo '<p class="description">' . esc_html__( 'Paste the line from Settings → Tracking code of your site in Footfall, with the flags that you like. Empty: nothing is counted.', 'footfall' ) . '</p>';
}

/**
 * Shows whether pages load the script from here.
 */
function show_proxy(): void {
	printf(
		'<label><input type="checkbox" name="%s" value="1" %s> %s</label>',
		esc_attr( OPTION . '[proxy]' ),
		checked( get_options()['proxy'], true, false ),
		esc_html__( 'Load the script from this site, and pass on what it sends', 'footfall' )
	);
	echo '<p class="description">' . esc_html__( 'Content blockers miss fewer views. The server has to trust the address of this one, or all readers are one visitor: name it in FOOTFALL_TRUSTED_PROXIES there.', 'footfall' ) . '</p>';
	if ( ! has_pretty_permalinks() ) {
		echo '<p class="description"><strong>' . esc_html__( 'Needs permalinks: choose any structure but “Plain”, and without /index.php/, in Settings → Permalinks. Until then, pages load the script from your Footfall server.', 'footfall' ) . '</strong></p>';
	}
}

/**
 * Shows the field of the path.
 */
function show_proxy_path(): void {
	printf(
		'<code>%s</code><input type="text" class="regular-text code" id="footfall_proxy_path" name="%s" value="%s" maxlength="40">',
		esc_html( home_url( '/' ) ),
		esc_attr( OPTION . '[proxy_path]' ),
		esc_attr( get_options()['proxy_path'] )
	);
	echo '<p class="description">' . esc_html__( 'Anything that no page of yours is called. Names such as “analytics” are on the lists of content blockers.', 'footfall' ) . '</p>';
}

/**
 * Shows the roles whose views are not counted.
 */
function show_exclude_roles(): void {
	echo '<fieldset><legend class="screen-reader-text">' . esc_html__( 'Roles that are not counted', 'footfall' ) . '</legend>';
	foreach ( wp_roles()->role_names as $role => $name ) {
		printf(
			'<label><input type="checkbox" name="%s" value="%s" %s> %s</label><br>',
			esc_attr( OPTION . '[exclude_roles][]' ),
			esc_attr( $role ),
			checked( in_array( $role, get_options()['exclude_roles'], true ), true, false ),
			esc_html( translate_user_role( $name ) )
		);
	}
	echo '</fieldset><p class="description">' . esc_html__( 'Views of people with one of these roles while they are signed in.', 'footfall' ) . '</p>';
}

/**
 * Shows the page.
 */
function show_settings_page(): void {
	if ( ! current_user_can( needed_capability() ) ) {
		return;
	}
	echo '<div class="wrap"><h1>Footfall</h1><form method="post" action="options.php">';
	settings_fields( PAGE );
	do_settings_sections( PAGE );
	submit_button();
	echo '</form></div>';
}
