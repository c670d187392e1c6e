// SPDX-License-Identifier: Apache-2.0
/** The service and its callers, for all tests over HTTP. */
package io.millrace.server.rest;
