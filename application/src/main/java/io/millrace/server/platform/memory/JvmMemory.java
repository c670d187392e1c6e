// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Options of the JVM that can be changed while it runs, and its command that gives native memory back. */
interface JvmMemory {

    /**
     * Returns the value of an option.
     *
     * @throws IllegalArgumentException if this JVM does not have it
     */
    String option(String name);

    /** True if the command line, a file or the environment has set the option. */
    boolean isChosen(String name);

    /**
     * Sets an option.
     *
     * @throws IllegalArgumentException if this JVM does not have it, or not with that value
     */
    void set(String name, String value);

    /** Gives freed memory of the C library's allocator back to the system, where that is possible. */
    void trim();

    /** The JVM of this process. */
    final class OfThisProcess implements JvmMemory {

        private static final Logger log = LoggerFactory.getLogger(JvmMemory.class);

        @Override
        public String option(String name) {
            return jvm().getVMOption(name).getValue();
        }

        @Override
        public boolean isChosen(String name) {
            return switch (jvm().getVMOption(name).getOrigin()) {
                case VMOption.Origin.DEFAULT, VMOption.Origin.ERGONOMIC -> false;
                default -> true;
            };
        }

        @Override
        public void set(String name, String value) {
            jvm().setVMOption(name, value);
        }

        private static HotSpotDiagnosticMXBean jvm() {
            return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        }

        /** As {@code jcmd PID System.trim_native_heap}; a JVM without glibc does not have the command. */
        @Override
        public void trim() {
            try {
                Object _ =
                        ManagementFactory.getPlatformMBeanServer()
                                .invoke(
                                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                        "systemTrimNativeHeap",
                                        new Object[0],
                                        new String[0]);
            } catch (JMException e) {
                log.debug("This JVM cannot give native memory back", e);
            }
        }
    }
}
