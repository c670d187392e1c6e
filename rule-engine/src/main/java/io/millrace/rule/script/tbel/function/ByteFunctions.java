// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TbelList;
import java.util.List;
import org.mvel2.ExecutionContext;

/** Lists and arrays of bytes, and their hexadecimal digits. */
public final class ByteFunctions {

    private ByteFunctions() {}

    /** Returns a list of the bytes, from −128 to 127, of an even number of hexadecimal digits. */
    public static List<Byte> hexToBytes(ExecutionContext context, String hex) {
        return Bytes.listOf(context, Hex.parse(hex));
    }

    /** Returns an array of the bytes of an even number of hexadecimal digits. */
    public static byte[] hexToBytesArray(String hex) {
        return Hex.parse(hex);
    }

    /** Returns the upper-case digits of an array or a list of bytes; of a greater integer, those of its lowest byte. */
    public static String bytesToHex(Object bytes) {
        return Hex.format(Bytes.lowestOf(bytes));
    }

    /** Returns a list of an array's bytes. */
    public static List<Byte> bytesToExecutionArrayList(ExecutionContext context, Object bytes) {
        return Bytes.listOf(context, Bytes.of(bytes));
    }

    /** Returns the bytes as integers from 0 to 255. */
    public static List<Integer> printUnsignedBytes(ExecutionContext context, Object bytes) {
        TbelList<Integer> unsigned = new TbelList<>((MeteredContext) context);
        for (byte each : Bytes.of(bytes)) {
            unsigned.add(Byte.toUnsignedInt(each));
        }
        return unsigned;
    }
}
