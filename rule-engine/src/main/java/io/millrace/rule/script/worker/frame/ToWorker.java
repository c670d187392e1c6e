// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker.frame;

import io.millrace.message.Payload;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import org.jspecify.annotations.Nullable;

/** A frame from the service to a worker. */
public sealed interface ToWorker {

    /** The limits of scripts; the first frame. */
    record Settings(ScriptSettings settings) implements ToWorker {}

    /** A script that calls may name from now on. */
    record Define(long program, String body, ArgumentNames names) implements ToWorker {}

    /** A script whose syntax is to be checked. */
    record Check(long id, String body, ArgumentNames names) implements ToWorker {}

    /**
     * A call of a script.
     *
     * @param metadata a JSON object; null if the script does not read it
     */
    record Call(
            long id,
            long program,
            JavaScriptFunction function,
            TenantId tenant,
            EntityId originator,
            Payload payload,
            @Nullable String metadata,
            String type)
            implements ToWorker {}

    /** A script that no further call will name. */
    record Forget(long program) implements ToWorker {}
}
