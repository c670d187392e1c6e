// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.server.registry.contact.Contact;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a caller decides about a customer; checked. */
record CustomerContent(String title, Contact contact, @Nullable JsonNode additionalInfo) {}
