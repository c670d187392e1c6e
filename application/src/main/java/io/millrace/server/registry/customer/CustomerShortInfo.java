// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

/** The title of a customer, for headers of the UI. */
record CustomerShortInfo(String title, boolean isPublic) {}
