# PallasConfig.cmake -- find_package(Pallas) after `make install`. The installation may be moved: all paths are relative to this
# file, PREFIX/share/cmake/Pallas. PallasKernels.cmake describes pallas_add_kernels.

get_filename_component(PALLAS_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(PALLAS_SHARE "${PALLAS_PREFIX}/share/pallas")

if(NOT TARGET Pallas::header)
    add_library(Pallas::header INTERFACE IMPORTED GLOBAL)
    target_include_directories(Pallas::header INTERFACE "${PALLAS_PREFIX}/include")
    target_link_libraries(Pallas::header INTERFACE m)
    add_executable(Pallas::pallasc IMPORTED GLOBAL)
    set_target_properties(Pallas::pallasc PROPERTIES IMPORTED_LOCATION "${PALLAS_PREFIX}/bin/pallasc")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/PallasKernels.cmake")
