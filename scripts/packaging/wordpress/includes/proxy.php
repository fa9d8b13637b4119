<?php
/**
 * Passes on what pages load and send below a path of this site, so that they talk to one domain only.
 *
 * @package Footfall
 */

namespace Footfall;

defined( 'ABSPATH' ) || exit;

const TIMEOUT_SECONDS = 5;
/** Longest body of a report, in bytes. */
const MAX_BODY_BYTES = 65536;
/** Longest answer, in bytes. */
const MAX_ANSWER_BYTES = 1048576;

/** What the server learns of a request, by its names in `$_SERVER`. No cookie is one of them. */
const PASSED_HEADERS = array(
	'HTTP_USER_AGENT'      => 'User-Agent',
	'HTTP_ACCEPT'          => 'Accept',
	'HTTP_ACCEPT_LANGUAGE' => 'Accept-Language',
	'HTTP_REFERER'         => 'Referer',
	'HTTP_ORIGIN'          => 'Origin',
	'HTTP_DNT'             => 'DNT',
	'HTTP_SEC_GPC'         => 'Sec-GPC',
	'HTTP_SEC_PURPOSE'     => 'Sec-Purpose',
	'HTTP_PURPOSE'         => 'Purpose',
	'HTTP_IF_NONE_MATCH'   => 'If-None-Match',
	'CONTENT_TYPE'         => 'Content-Type',
);

/** What a browser learns of an answer. */
const RETURNED_HEADERS = array(
	'content-type',
	'cache-control',
	'etag',
	'access-control-allow-origin',
	'access-control-allow-methods',
	'access-control-allow-headers',
	'access-control-max-age',
	'cross-origin-resource-policy',
	'content-security-policy',
	'x-content-type-options',
	'retry-after',
);

/**
 * Returns the address behind a path of this site: something of the site's own script, and of no other page of the server.
 * Null for everything else.
 *
 * @param string $target Path and query of a request.
 */
function find_target( string $target ): ?string {
	$options = get_options();
	$script  = $options['proxy'] ? parse_script( $options['script'] ) : null;
	if ( null === $script ) {
		return null;
	}
	$home  = rtrim( (string) wp_parse_url( home_url( '/' ), PHP_URL_PATH ), '/' );
	$start = "$home/{$options['proxy_path']}/";
	if ( strncmp( $target, $start, strlen( $start ) ) !== 0 ) {
		return null;
	}
	$rest = substr( $target, strlen( $start ) );
	$uid  = preg_quote( $script['uid'], '~' );
	// The public page and what has a page's rights live at the server's own address.
	return preg_match( "~^(?!(?:public|shared|heartbeat|api|docs)/)[A-Za-z0-9_-]+/{$uid}(?:[./][A-Za-z0-9_./-]*)?(?:\?[^\s#]*)?$~D", $rest ) && strpos( $rest, '..' ) === false
		? "{$script['server']}/$rest"
		: null;
}

/**
 * Lists the headers of a request that are passed on, and whose it is.
 *
 * @return array<string, string>
 */
function read_headers(): array {
	$headers = array();
	foreach ( PASSED_HEADERS as $key => $name ) {
		if ( isset( $_SERVER[ $key ] ) && is_string( $_SERVER[ $key ] ) ) {
			$headers[ $name ] = preg_replace( '/[^\x20-\x7e\x80-\xff]/', '', wp_unslash( $_SERVER[ $key ] ) );
		}
	}
	$hops = array( $_SERVER['HTTP_X_FORWARDED_FOR'] ?? '', $_SERVER['REMOTE_ADDR'] ?? '' );
	// The server believes these from hosts that its operator trusts, and walks over them from the right.
	$headers['X-Forwarded-For']   = preg_replace( '/[^0-9A-Fa-f:., \[\]]/', '', implode( ', ', array_filter( $hops ) ) );
	$headers['X-Forwarded-Proto'] = is_ssl() ? 'https' : 'http';
	return $headers;
}

/**
 * Answers a request below the path; returns where it is for somebody else.
 */
function pass_on(): void {
	$url = find_target( wp_unslash( $_SERVER['REQUEST_URI'] ?? '' ) );
	if ( null === $url ) {
		return;
	}
	$method = $_SERVER['REQUEST_METHOD'] ?? 'GET';
	if ( ! in_array( $method, array( 'GET', 'HEAD', 'POST', 'OPTIONS' ), true ) ) {
		header( 'Allow: GET, HEAD, POST, OPTIONS' );
		answer( 405 );
	}
	$body = 'POST' === $method ? (string) file_get_contents( 'php://input', false, null, 0, MAX_BODY_BYTES + 1 ) : '';
	if ( strlen( $body ) > MAX_BODY_BYTES ) {
		answer( 413 );
	}
	$headers = read_headers();
	// What PHP or other plugins print on the way is not part of the answer.
	ob_start();
	$response = wp_remote_request(
		$url,
		array(
			'method'              => $method,
			'headers'             => $headers,
			// WordPress writes one of its own over the header.
			'user-agent'          => $headers['User-Agent'] ?? '',
			'body'                => '' === $body ? null : $body,
			'timeout'             => TIMEOUT_SECONDS,
			'redirection'         => 0,
			'limit_response_size' => MAX_ANSWER_BYTES,
		)
	);
	if ( is_wp_error( $response ) ) {
		header( 'Cache-Control: no-store' );
		answer( 502 );
	}
	foreach ( RETURNED_HEADERS as $name ) {
		$value = wp_remote_retrieve_header( $response, $name );
		if ( is_string( $value ) && '' !== $value ) {
			header( "$name: $value" );
		}
	}
	answer( (int) wp_remote_retrieve_response_code( $response ), wp_remote_retrieve_body( $response ) );
}

/**
 * Answers a request, and ends it.
 *
 * @param int    $status Status.
 * @param string $body   Bytes as the server wrote them.
 * @return never
 */
function answer( int $status, string $body = '' ) {
	while ( ob_get_level() > 0 ) {
		ob_end_clean();
	}
	status_header( $status );
	header_remove( 'X-Powered-By' );
	echo $body; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped
	exit;
}
