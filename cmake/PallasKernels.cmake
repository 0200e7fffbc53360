# PallasKernels.cmake -- pallas_add_kernels: kernels of Pallas in C in a CMake project.
#
#     pallas_add_kernels(<target> SOURCES <file.c>... [TARGET interpret|opencl|cuda|tpu] [FAST] [PALLASC_FLAGS <flag>...]
#                        [SIZES <sizes>] [DEVICE <name>])
#
# adds C files with PL_CALLs to a target of add_executable or add_library. If there is no target of this name, it makes a
# static library, to link with. TARGET (default: the variable PALLAS_TARGET, else interpret) chooses where the kernels run:
#
#     interpret    on the CPU, with all checks; FAST: without checks, compiled for speed
#     opencl       on an OpenCL device
#     cuda         on an NVIDIA GPU if CUDA is a language of the project, as in project(app LANGUAGES C CXX CUDA);
#                  else in the emulator on the CPU, which needs C++
#     tpu          on a modeled TPU
#
# The definitions, include directories and -std of the target are passed to pallasc, too. So <target> may be configured before
# or after this call. For each file NAME.c, C and C++ sources include "NAME.pallas.h", which declares its calls; so do the sources
# of targets that link with <target>. PALLASC_FLAGS are for pallasc, such as -g or --budget=48K.
#
# If `make tune` wrote NAME.tune beside NAME.c, the PL_TUNE constants of NAME.c have the values of its best entry: that for SIZES, such
# as "4096 4096" (default: PALLAS_SIZES, else the largest), on DEVICE, a name in the file or a chip (default: PALLAS_DEVICE, else this
# machine's). A change of the file rebuilds.
#
# For cuda, CMAKE_CUDA_ARCHITECTURES may name architectures from 80 on. An H100 needs 90a, which has wgmma and TMA; 90 has neither.
# Without a number (native, all, or nothing) the emitted code is compiled for "80;90a-real", as by make: CMake's native is 90 there.
#
# PallasConfig.cmake (find_package) and CMakeLists.txt (FetchContent, add_subdirectory) include this file. They define the targets
# Pallas::pallasc and Pallas::header and the variable PALLAS_SHARE, the folder with targets/ and emulator/.

include_guard(GLOBAL)
set_property(GLOBAL PROPERTY PALLAS_SHARE "${PALLAS_SHARE}")
file(GLOB_RECURSE PALLAS_TEMPLATES "${PALLAS_SHARE}/targets/*")
set_property(GLOBAL PROPERTY PALLAS_TEMPLATES "${PALLAS_TEMPLATES}")

# The definition by which pallas.h knows the target (targets/targets.mk has the same for make).
function(_pallas_definition result kind)
    if(kind STREQUAL "interpret")
        set(${result} PL_LINK_HOST PARENT_SCOPE)
    else()
        string(TOUPPER "PL_TARGET_${kind}" name)
        set(${result} ${name} PARENT_SCOPE)
    endif()
endfunction()

# The command line of pallasc after `--`: the definitions and include directories of the target, as generator expressions.
function(_pallas_flags result target)
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(standard "$<TARGET_PROPERTY:${target},C_STANDARD>")
    set(${result}
        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
        "$<$<BOOL:${standard}>:-std=c${standard}>"
        PARENT_SCOPE)
endfunction()

# The property of a target that holds the definitions of a source's tuned constants.
function(_pallas_tuned_property result source)
    string(MD5 name "${source}")
    set(${result} "PALLAS_TUNED_${name}" PARENT_SCOPE)
endfunction()

# Looks up what `make tune` found for a source: _pallas_tune(<target> <source> <kind> <sizes> <device>). Two targets may have the same
# source: a property of the target holds the definitions, and the source refers to it.
function(_pallas_tune target source kind sizes device)
    string(REGEX REPLACE "\\.c$" ".tune" file "${source}")
    file(GLOB found CONFIGURE_DEPENDS "${file}")            # CMake runs again when it appears or disappears
    if(NOT found)
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    get_property(share GLOBAL PROPERTY PALLAS_SHARE)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env "DEVICE=${device}" sh "${share}/tune/lookup.sh" "${file}" ${kind} "${sizes}"
        OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(definitions UNIX_COMMAND "${flags}")
    list(TRANSFORM definitions REPLACE "^-D" "")
    _pallas_tuned_property(property "${source}")
    set_property(TARGET ${target} PROPERTY ${property} ${definitions})
    set_property(SOURCE "${source}" APPEND PROPERTY COMPILE_DEFINITIONS "$<TARGET_PROPERTY:${property}>")
endfunction()

# Adds the command that runs pallasc on a source: _pallas_run(<output> <source> <target> <flag of pallasc>...).
function(_pallas_run output source target)
    _pallas_flags(flags ${target})
    _pallas_tuned_property(property "${source}")
    set(tuned "$<TARGET_PROPERTY:${target},${property}>")
    get_filename_component(name "${output}" NAME)
    get_filename_component(folder "${output}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    get_property(templates GLOBAL PROPERTY PALLAS_TEMPLATES)
    add_custom_command(
        OUTPUT "${output}"
        COMMAND Pallas::pallasc ${ARGN} "${source}" -o "${output}" -MF "${output}.d" --
            "${flags}" "$<$<BOOL:${tuned}>:-D$<JOIN:${tuned},;-D>>"
        DEPENDS "${source}" Pallas::pallasc ${templates}
        DEPFILE "${output}.d"
        COMMENT "pallasc ${name}"
        COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# ---- The targets' own needs -------------------------------------------------------------------------------------------------

# Whether the CUDA code is for the emulator, because CUDA is no language of this project.
function(_pallas_emulates result)
    if(CMAKE_CUDA_COMPILER)
        set(${result} FALSE PARENT_SCOPE)
        return()
    endif()
    set(${result} TRUE PARENT_SCOPE)
    if(NOT CMAKE_CXX_COMPILER)
        message(FATAL_ERROR "pallas_add_kernels: TARGET cuda needs CUDA, or C++ for the emulator: write project(... LANGUAGES C CXX CUDA)")
    endif()
    get_property(noted GLOBAL PROPERTY PALLAS_NOTED_EMULATOR)
    if(NOT noted)
        message(STATUS "Pallas: CUDA is not a language of this project, so the emulator runs CUDA code on the CPU; "
            "for a GPU write project(... LANGUAGES C CXX CUDA)")
        set_property(GLOBAL PROPERTY PALLAS_NOTED_EMULATOR TRUE)
    endif()
endfunction()

# The emulator as one object file, as emulator/rules.mk builds it: its own copies of bytes call functions that are not watched.
function(_pallas_add_emulator)
    if(TARGET pallas_emulator)
        return()
    endif()
    get_property(share GLOBAL PROPERTY PALLAS_SHARE)
    set(build "${CMAKE_BINARY_DIR}/pallas-emulator")
    file(MAKE_DIRECTORY "${build}")
    find_program(PALLAS_OBJCOPY NAMES ${CMAKE_OBJCOPY} objcopy REQUIRED)
    mark_as_advanced(PALLAS_OBJCOPY)
    file(GLOB sources "${share}/emulator/*.cc")
    file(GLOB_RECURSE headers "${share}/emulator/*.h")
    set(objects)
    foreach(source IN LISTS sources)
        get_filename_component(name "${source}" NAME_WE)
        set(rename)
        if(NOT name STREQUAL "access")
            foreach(function memcpy memmove memset)
                list(APPEND rename --redefine-sym ${function}=pl_emulator_${function})
            endforeach()
        endif()
        add_custom_command(
            OUTPUT "${build}/${name}.o"
            COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 -O2 -g -fno-exceptions -fno-rtti -fPIC -c -o "${build}/${name}.o" "${source}"
            COMMAND ${PALLAS_OBJCOPY} ${rename} "${build}/${name}.o"
            DEPENDS "${source}" ${headers} COMMENT "pallas emulator ${name}" VERBATIM)
        list(APPEND objects "${build}/${name}.o")
    endforeach()
    add_custom_command(
        OUTPUT "${build}/emulator.o"
        COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -o "${build}/emulator.o" ${objects}
        DEPENDS ${objects} VERBATIM)
    add_custom_target(pallas_emulator_object DEPENDS "${build}/emulator.o")
    find_package(Threads REQUIRED)
    add_library(pallas_emulator INTERFACE)
    add_dependencies(pallas_emulator pallas_emulator_object)
    target_link_libraries(pallas_emulator INTERFACE "${build}/emulator.o" Threads::Threads)
endfunction()

# How the emitted code is compiled, and what it links with.
function(_pallas_configure_code code kind emulates)
    get_property(share GLOBAL PROPERTY PALLAS_SHARE)
    target_include_directories(${code} PRIVATE "${share}/targets/${kind}")
    target_link_libraries(${code} PRIVATE Pallas::header)
    if(kind STREQUAL "cuda" AND NOT emulates)
        set_target_properties(${code} PROPERTIES CUDA_STANDARD 17)
        # Where the project chose no architectures, CMake has chosen one of before sm_80, which the code does not support. Its native
        # and all leave out sm_90a.
        if(NOT CMAKE_CUDA_ARCHITECTURES MATCHES "(^|;)([89]|[1-9][0-9])[0-9]")
            set_target_properties(${code} PROPERTIES CUDA_ARCHITECTURES "80;90a-real")
        endif()
    elseif(emulates)
        _pallas_add_emulator()
        set_target_properties(${code} PROPERTIES CXX_STANDARD 17)
        set(bounds bounds)
        set(watch "SHELL:--param tsan-distinguish-volatile=1")
        if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
            set(bounds array-bounds)
            set(watch "SHELL:-mllvm -tsan-distinguish-volatile" "SHELL:-mllvm -tsan-instrument-read-before-write")
        endif()
        target_compile_options(${code} PRIVATE -w -Wno-psabi -g -O1 -fsanitize=thread,alignment,${bounds} ${watch}
            -fstack-clash-protection -fno-optimize-sibling-calls -isystem "${share}/emulator/include")
    else()
        set_target_properties(${code} PROPERTIES C_STANDARD 11)
        target_compile_options(${code} PRIVATE -w)
        if(kind STREQUAL "tpu")
            target_compile_options(${code} PRIVATE -ffp-contract=off)
        endif()
    endif()
endfunction()

function(_pallas_link target kind emulates)
    if(kind STREQUAL "opencl")
        find_package(OpenCL REQUIRED)
        target_link_libraries(${target} PUBLIC OpenCL::OpenCL)
    elseif(kind STREQUAL "cuda" AND NOT emulates)
        find_package(CUDAToolkit REQUIRED)
        target_link_libraries(${target} PUBLIC CUDA::cudart_static)
    elseif(emulates)
        target_link_libraries(${target} PUBLIC pallas_emulator)
        set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    endif()
endfunction()

# ---- The function -------------------------------------------------------------------------------------------------------------

# The folder of a source below the current one, so that two files of one name do not meet: kernels/ for kernels/mix.c.
function(_pallas_place result source)
    file(RELATIVE_PATH place "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
    string(REPLACE "../" "up/" place "${place}")
    string(REGEX REPLACE "\\.c$" "" place "${place}")
    set(${result} "${place}" PARENT_SCOPE)
endfunction()

function(_pallas_kind result wanted)
    set(kind "${wanted}")
    if(NOT kind)
        set(kind "${PALLAS_TARGET}")
    endif()
    if(NOT kind)
        set(kind interpret)
    endif()
    if(NOT kind MATCHES "^(interpret|opencl|cuda|tpu)$")
        message(FATAL_ERROR "pallas_add_kernels: unknown TARGET ${kind}; the targets are interpret, opencl, cuda and tpu")
    endif()
    set(${result} ${kind} PARENT_SCOPE)
endfunction()

function(pallas_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "FAST" "TARGET;SIZES;DEVICE" "SOURCES;PALLASC_FLAGS")
    if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "pallas_add_kernels: write pallas_add_kernels(${target} SOURCES file.c... [TARGET opencl])")
    endif()
    _pallas_kind(kind "${arg_TARGET}")
    if(arg_FAST AND NOT kind STREQUAL "interpret")
        message(FATAL_ERROR "pallas_add_kernels: FAST needs TARGET interpret; other targets have no checks to leave out")
    endif()
    if(NOT TARGET ${target})
        add_library(${target} STATIC)
    endif()
    set(emulates FALSE)
    if(kind STREQUAL "cuda")
        _pallas_emulates(emulates)
    endif()

    foreach(variable SIZES DEVICE)
        if(NOT arg_${variable})
            set(arg_${variable} "${PALLAS_${variable}}")
        endif()
    endforeach()

    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.pallas")
    set(ending c)
    if(kind STREQUAL "cuda")
        set(ending cu)
    endif()
    set(lines)
    if(emulates)
        set(lines -g)                                   # its reports name the user's lines
    endif()
    set(emitted)
    set(headers)
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(source "${source}" ABSOLUTE)
        _pallas_place(place "${source}")
        _pallas_tune(${target} "${source}" ${kind} "${arg_SIZES}" "${arg_DEVICE}")
        if(NOT kind STREQUAL "interpret")
            _pallas_run("${folder}/${place}.${kind}.${ending}" "${source}" ${target} --target=${kind} ${lines} ${arg_PALLASC_FLAGS})
            list(APPEND emitted "${folder}/${place}.${kind}.${ending}")
            set(for --target=${kind})
        else()
            set(for)
        endif()
        _pallas_run("${folder}/${place}.pallas.h" "${source}" ${target} --emit=header ${for})
        list(APPEND headers "${folder}/${place}.pallas.h")
        target_sources(${target} PRIVATE "${source}")
    endforeach()

    _pallas_definition(definition ${kind})
    target_sources(${target} PRIVATE ${headers})
    target_compile_definitions(${target} PUBLIC ${definition})
    target_include_directories(${target} PUBLIC "${folder}")
    target_link_libraries(${target} PUBLIC Pallas::header)
    get_target_property(standard ${target} C_STANDARD)
    if(NOT standard)
        set_target_properties(${target} PROPERTIES C_STANDARD 11)
    endif()
    if(arg_FAST)
        target_compile_definitions(${target} PRIVATE PL_CHECKS=0 PL_CPU=1)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:-O3 -fno-math-errno -fno-trapping-math -ffp-contract=fast>)
    endif()

    # The emitted code is a library of its own: the user's definitions have been expanded in it, and do not apply again.
    if(emitted)
        set(code ${target}-pallas)
        if(emulates)
            set_source_files_properties(${emitted} PROPERTIES LANGUAGE CXX)
        endif()
        add_library(${code} OBJECT ${emitted})
        set_target_properties(${code} PROPERTIES POSITION_INDEPENDENT_CODE ON)
        _pallas_configure_code(${code} ${kind} ${emulates})
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:${code}>)
        _pallas_link(${target} ${kind} ${emulates})
    endif()
endfunction()
