<?php
/**
 * Removes what the plugin has saved.
 *
 * @package Footfall
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'footfall' );
