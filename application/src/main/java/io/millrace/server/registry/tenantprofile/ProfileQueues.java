// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.queue.QueueDefinition;
import io.millrace.server.registry.queue.QueueDocument;
import io.millrace.server.registry.queue.QueueReader;
import io.millrace.server.registry.queue.QueueReading;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The queues that a profile describes for each of its tenants.
 *
 * @param documents with the topics of the profile, not yet those of one tenant
 * @param warnings sentences for the sender: which values were read as others, and why
 */
record ProfileQueues(List<QueueDocument> documents, List<String> warnings) {

    /** The queues of a profile that is not isolated: its tenants use the shared ones. */
    static final ProfileQueues NONE = new ProfileQueues(List.of(), List.of());

    ProfileQueues {
        documents = List.copyOf(documents);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads the queues of an isolated rule engine.
     *
     * @throws ApiException (400) with all faults
     */
    static ProfileQueues of(JsonField array) {
        List<QueueDocument> documents = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (JsonField element : array.elements()) {
            element.requireObject();
            switch (QueueReader.read(element.value())) {
                case QueueReading.Read(QueueDocument document, List<String> told) -> {
                    documents.add(document);
                    told.forEach(warning -> warnings.add(element.path() + "." + warning));
                }
                case QueueReading.Refused(List<String> told) ->
                        told.forEach(fault -> faults.add(element.path() + "." + fault));
            }
        }
        if (faults.isEmpty()) {
            requireOnce(array, "name", documents, QueueDocument::name);
            // Kafka refuses topics that differ only in a period and an underscore.
            requireOnce(array, "topic", documents, document -> document.topic().replace('.', '_'));
            requireMain(array, documents);
            return new ProfileQueues(documents, warnings);
        }
        throw ApiException.badRequest(String.join("; ", faults));
    }

    private static void requireOnce(
            JsonField array,
            String field,
            List<QueueDocument> documents,
            Function<QueueDocument, String> value) {
        Set<String> seen = new HashSet<>();
        for (QueueDocument document : documents) {
            if (!seen.add(value.apply(document))) {
                throw ApiException.badRequest(
                        "%s: expected a unique %s for each queue; that of queue '%s' occurs twice"
                                .formatted(array.path(), field, document.name()));
            }
        }
    }

    private static void requireMain(JsonField array, List<QueueDocument> documents) {
        List<String> names = documents.stream().map(QueueDocument::name).toList();
        if (!names.contains(QueueDefinition.MAIN.name())) {
            throw ApiException.badRequest(
                    "%s: expected a queue '%s' among those of an isolated rule engine, got %s"
                            .formatted(array.path(), QueueDefinition.MAIN.name(), names));
        }
    }
}
