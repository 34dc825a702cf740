// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Errors } from "../../src/libraries/Errors.sol";
import { Ownable } from "@openzeppelin/contracts/access/Ownable.sol";
import { Base } from "../Base.t.sol";

contract SetTreasury is Base {
    function test_RevertWhen_TheCallerIsNotTheOwner() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, treasury));
        vm.prank(treasury);
        escrow.setTreasury(treasury);
    }

    function test_RevertWhen_TheTreasuryIsZeroOrTheEscrow() public {
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Errors.InvalidRecipient.selector, address(0)));
        escrow.setTreasury(address(0));
        vm.expectRevert(abi.encodeWithSelector(Errors.InvalidRecipient.selector, address(escrow)));
        escrow.setTreasury(address(escrow));
    }

    function test_WhenTheOwnerNamesATreasury() public {
        uint256 id = funded();
        address other = makeAddr("other treasury");
        expectEvent();
        emit ITaskEscrow.TreasuryChanged(other);
        vm.prank(owner);
        escrow.setTreasury(other);
        assertEq(escrow.treasury(), other);
        vm.prank(poster);
        escrow.cancelTask(id);
        assertEq(usdc.balanceOf(other), CANCEL_FEE);
    }
}
