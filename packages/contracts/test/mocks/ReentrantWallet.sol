// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC1271 } from "@openzeppelin/contracts/interfaces/IERC1271.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";

/// @notice A contract wallet that calls the escrow when asked for its signature, and accepts any signature if that call
/// fails.
contract ReentrantWallet is IERC1271 {
    ITaskEscrow private immutable _escrow;
    bytes private _reentry;

    constructor(ITaskEscrow escrow) {
        _escrow = escrow;
    }

    function execute(address target, bytes calldata data) external {
        (bool ok, ) = target.call(data);
        require(ok);
    }

    function reenterWith(bytes calldata data) external {
        _reentry = data;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        (bool ok, ) = address(_escrow).staticcall(_reentry);
        return ok ? bytes4(0) : IERC1271.isValidSignature.selector;
    }
}
