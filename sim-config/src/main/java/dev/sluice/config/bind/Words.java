// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Lists all that a text may be, for schemas; whoever reads it checks it. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface Words {
    /** The words. */
    String[] value();
}
